import { pathToFileURL } from 'node:url';
import { ownLockfile, type Shipped } from './lockfile.ts';

/** Licences that ask for no more than their notice, so that the bot can be given to others under its own. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]);

/** What keeps packages from being shipped, one line each; none: all may be, and are what they were when they were locked. */
export const shippingProblems = ({ packages }: Shipped): readonly string[] =>
  packages.flatMap(({ name, version, licence, integrity, resolved }) => {
    const problems = [
      isAllowed(licence) ? null : `the licence ${licence} is not among those we ship`,
      integrity === null ? 'nothing says what its contents must be' : null,
      resolved === null || isFromRegistry(resolved) ? null : 'it does not come from a registry',
    ];
    return problems.flatMap((problem) => (problem === null ? [] : [`${name} ${version}: ${problem}`]));
  });

/** An SPDX expression without nesting: one of several that are offered, or every one that applies. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id)));
}

/** Registries serve packages below their names: `https://host/name/-/name-1.0.0.tgz`. */
const isFromRegistry = (address: string): boolean => /^https:\/\/.+\/-\/.+\.tgz$/.test(address);

/** `node ci/licences.ts`: the list of what is shipped, by licence. Ends with 1 when something of it must not be. */
function main(): void {
  const shipped = ownLockfile();
  const byLicence = Map.groupBy(shipped.packages, ({ licence }) => licence);
  for (const [licence, packages] of [...byLicence].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    process.stdout.write(`${licence}: ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`);
  }
  const problems = shippingProblems(shipped);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
