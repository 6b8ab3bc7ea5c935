import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippingProblems } from '../../ci/licences.ts';
import { readLockfile } from '../../ci/lockfile.ts';
import { billOfMaterials } from '../../ci/sbom.ts';

const root = join(import.meta.dirname, '../..');
const own = readLockfile(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const names = own.packages.map(({ name }) => name);

const locked = (entry: Readonly<Record<string, unknown>>) =>
  readLockfile({
    name: 'it',
    version: '1.0.0',
    packages: {
      '': { license: 'Apache-2.0' },
      'node_modules/@x/a': { version: '1.0.0', license: 'MIT', integrity: 'sha512-AAEC', ...entry },
    },
  });
const problemsOf = (entry: Readonly<Record<string, unknown>>) => shippingProblems(locked(entry));

describe('what is installed with the bot', () => {
  it('may be given to others, and is what it was when it was locked', () => {
    expect(shippingProblems(own)).toEqual([]);
  });

  it('is everything the bot runs with, also where development needs it as well', () => {
    expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'pg', 'zod', 'ws']));
  });

  it('is not what only builds and tests', () => {
    expect(names).not.toContain('vitest');
  });

  it('is counted once, wherever it is installed', () => {
    const entry = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AAEC' };
    const packages = { '': {}, 'node_modules/a': entry, 'node_modules/b/node_modules/a': entry };
    expect(readLockfile({ name: 'it', version: '1.0.0', packages }).packages).toHaveLength(1);
  });
});

describe('a package', () => {
  it.each([['MIT OR GPL-3.0-only'], ['(MIT AND ISC)'], ['0BSD']])('may have the licence %s', (license) => {
    expect(problemsOf({ license })).toEqual([]);
  });

  it.each([['GPL-3.0-only'], ['MIT AND GPL-3.0-only'], ['UNLICENSED'], [undefined]])(
    'may not have the licence %s',
    (license) => {
      expect(problemsOf({ license })).toHaveLength(1);
    },
  );

  it('may not leave open what it contains', () => {
    expect(problemsOf({ integrity: undefined })).toEqual(['@x/a 1.0.0: nothing says what its contents must be']);
  });

  it('may come from any registry', () => {
    expect(problemsOf({ resolved: 'https://packages.example/npm/@x/a/-/a-1.0.0.tgz' })).toEqual([]);
  });

  it.each([['git+ssh://git@github.com/x/a.git#1'], ['https://github.com/x/a/archive/1.tgz'], ['file:../a']])(
    'may not come from %s',
    (resolved) => {
      expect(problemsOf({ resolved })).toEqual(['@x/a 1.0.0: it does not come from a registry']);
    },
  );
});

describe('the bill of materials', () => {
  it('names each package with its address, licence and hash', () => {
    expect(billOfMaterials(locked({})).components).toEqual([
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40x/a@1.0.0',
        name: '@x/a',
        version: '1.0.0',
        purl: 'pkg:npm/%40x/a@1.0.0',
        hashes: [{ alg: 'SHA-512', content: '000102' }],
        licenses: [{ expression: 'MIT' }],
      },
    ]);
  });

  it('names each package once, and every one with a hash', () => {
    const { components } = billOfMaterials(own);
    expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(names.length);
    expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
  });

  it('says what it is of', () => {
    expect(billOfMaterials(own).metadata.component).toMatchObject({ name: 'countersign', type: 'application' });
  });
});
