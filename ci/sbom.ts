import { pathToFileURL } from 'node:url';
import { ownLockfile, type Shipped, type ShippedPackage } from './lockfile.ts';

/**
 * The bill of materials of what is installed with the bot, as CycloneDX 1.5. Made from the lockfile alone, so the same
 * lockfile gives the same bytes. Not npm's own: `npm sbom --omit=dev` leaves out what development needs as well.
 * @see https://cyclonedx.org/docs/1.5/json/
 */
export const billOfMaterials = ({ name, version, licence, packages }: Shipped) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', ...identity(name, version), licenses: [{ expression: licence }] } },
  components: packages.map((one) => ({
    type: 'library',
    ...identity(one.name, one.version),
    hashes: hashesOf(one),
    licenses: [{ expression: one.licence }],
  })),
});

function identity(name: string, version: string) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, name, version, purl };
}

const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

function hashesOf({ integrity }: ShippedPackage) {
  return (integrity ?? '').split(' ').flatMap((each) => {
    const [, word = '', digest = ''] = /^(sha\d+)-(.+)$/.exec(each) ?? [];
    const alg = ALGORITHMS.get(word);
    return alg === undefined ? [] : [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }];
  });
}

/** `node ci/sbom.ts > sbom.json` */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${JSON.stringify(billOfMaterials(ownLockfile()), null, 2)}\n`);
}
