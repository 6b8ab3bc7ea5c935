import { readFileSync } from 'node:fs';
import { keyringText } from '../config/load.ts';
import { ConfigProblem } from '../config/problem.ts';
import { type Keyring, readKeyring } from '../platform/keyring.ts';

/** The public keys of a file as `keygen` writes it. A private key in it is neither needed nor read. */
export function readVerifyKeys(path: string): Pick<Keyring, 'verify'> {
  const parsed = keyringText.safeParse(readJson(path));
  if (!parsed.success) {
    throw new ConfigProblem(`${path}: ${parsed.error.issues[0]?.path.join('.')} is not as keygen writes it`);
  }
  return readKeyring({ signing: null, verify: parsed.data.verify });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigProblem(`${path} cannot be read as JSON`);
  }
}
