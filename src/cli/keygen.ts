import { existsSync, writeFileSync } from 'node:fs';
import { ConfigProblem } from '../config/problem.ts';
import { generateKey } from '../platform/keyring.ts';

const OWNER_ONLY = 0o600;

/** Makes a signing key: into a new file that only its owner may read, or as environment lines. Never overwrites. */
export function keygen(path: string | undefined, print: (line: string) => void): void {
  const text = generateKey(new Date());
  if (path === undefined) {
    const [verify] = text.verify;
    print(`COUNTERSIGN_SIGNING_KEY=${text.signing?.kid}:${text.signing?.private}`);
    print(`# Give this one to whoever verifies: ${verify?.kid}:${verify?.public}`);
    return;
  }
  if (existsSync(path)) throw new ConfigProblem(`${path} exists already; a key is never overwritten`);
  writeFileSync(path, `${JSON.stringify(text, null, 2)}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  print(`Wrote ${path}. Set COUNTERSIGN_KEYS_FILE=${path}, and keep a copy in a safe place.`);
}
