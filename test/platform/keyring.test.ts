import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keygen } from '../../src/cli/keygen.ts';
import { generateKey, KeyError, readKeyFile, readKeyring } from '../../src/platform/keyring.ts';

const key = generateKey(new Date(0));
const other = generateKey(new Date(0));
const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'));

describe('keyring', () => {
  test('a signing key brings its own public half', () => {
    const ring = readKeyring({ signing: key.signing, verify: [] });
    expect([...ring.verify.keys()]).toEqual([key.signing?.kid]);
  });

  test.each([
    ['a private key that is too short', { signing: { kid: 'k', private: 'AAAA' }, verify: [] }],
    ['a public key that is too short', { signing: null, verify: [{ kid: 'k', public: 'AAAA' }] }],
    ['a key id that is a path', { signing: null, verify: [{ kid: '../k', public: key.verify[0]?.public ?? '' }] }],
    ['one key id twice', { signing: null, verify: [...key.verify, ...key.verify] }],
    ['a date that is none', { signing: null, verify: key.verify.map((one) => ({ ...one, notAfter: 'soon' })) }],
    [
      'a signing key listed with another public key',
      { signing: key.signing, verify: [{ kid: key.signing?.kid ?? '', public: other.verify[0]?.public ?? '' }] },
    ],
    ['a revoked signing key', { signing: key.signing, verify: key.verify.map((one) => ({ ...one, revoked: true })) }],
  ])('%s is refused', (_, text) => {
    expect(() => readKeyring(text)).toThrow(KeyError);
  });

  test('keygen writes a file only its owner may read, and never over another', () => {
    const path = join(folder, 'keys.json');
    const lines: string[] = [];
    keygen(path, (line) => lines.push(line));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => keygen(path, () => {})).toThrow('never overwritten');
    expect(lines.join()).not.toContain('private');
  });

  test('a key file that others may read is refused', () => {
    const path = join(folder, 'open.json');
    writeFileSync(path, '{}');
    chmodSync(path, 0o644);
    expect(() => readKeyFile(path)).toThrow('may be read by others');
  });
});
