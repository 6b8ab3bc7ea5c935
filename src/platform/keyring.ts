import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** One public key. `notAfter` (ms) ends its signing life; `revoked` ends its trust altogether. */
export interface VerifyKey {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly notAfter: number | null;
  readonly revoked: boolean;
}

export interface Keyring {
  readonly signing: { readonly kid: string; readonly privateKey: KeyObject } | null;
  readonly verify: ReadonlyMap<string, VerifyKey>;
}

/** A key that cannot be used. The message names the key's place, never its value. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** The text form of a keyring: what `keygen` writes and the environment or key file holds. */
export interface KeyringText {
  readonly signing: { readonly kid: string; readonly private: string } | null;
  readonly verify: readonly {
    readonly kid: string;
    readonly public: string;
    readonly notAfter?: string | undefined;
    readonly revoked?: boolean | undefined;
  }[];
}

const KEY_BYTES = 32;
const KID = /^[A-Za-z0-9_-]{1,64}$/;
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');
const OTHERS_MAY_READ = 0o077;

/** A fresh Ed25519 key pair as text. The kid says when it was made, so that rotations read well. */
export function generateKey(madeAt: Date): KeyringText {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const kid = `k${madeAt.toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(4).toString('hex')}`;
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8_ED25519.length);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_ED25519.length);
  return {
    signing: { kid, private: seed.toString('base64url') },
    verify: [{ kid, public: point.toString('base64url') }],
  };
}

/** Reads keys; the signing key's own public half is always trusted, so that a fresh key needs no second entry. */
export function readKeyring(text: KeyringText): Keyring {
  const verify = new Map<string, VerifyKey>();
  for (const entry of text.verify) {
    checkKid(entry.kid);
    if (verify.has(entry.kid)) throw new KeyError(`verify key ${entry.kid} is listed twice`);
    const der = Buffer.concat([SPKI_ED25519, keyBytes(entry.public, `verify key ${entry.kid}`)]);
    verify.set(entry.kid, {
      kid: entry.kid,
      publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }),
      notAfter: readTime(entry.notAfter, entry.kid),
      revoked: entry.revoked ?? false,
    });
  }
  if (text.signing === null) return { signing: null, verify };
  const { kid } = text.signing;
  checkKid(kid);
  const der = Buffer.concat([PKCS8_ED25519, keyBytes(text.signing.private, `signing key ${kid}`)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const own = createPublicKey(privateKey);
  const listed = verify.get(kid);
  if (listed === undefined) verify.set(kid, { kid, publicKey: own, notAfter: null, revoked: false });
  else if (!listed.publicKey.equals(own)) throw new KeyError(`signing key ${kid} does not belong to its verify key`);
  else if (listed.revoked) throw new KeyError(`signing key ${kid} is revoked`);
  return { signing: { kid, privateKey }, verify };
}

/** Reads a key file; refuses one that others on the machine may read. */
export function readKeyFile(path: string): unknown {
  let mode: number;
  try {
    mode = statSync(path).mode;
  } catch {
    throw new KeyError(`key file ${path} cannot be read`);
  }
  if ((mode & OTHERS_MAY_READ) !== 0) throw new KeyError(`key file ${path} may be read by others: chmod 600 it`);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new KeyError(`key file ${path} is not JSON`);
  }
}

function checkKid(kid: string): void {
  if (!KID.test(kid)) throw new KeyError('a key id is 1 to 64 letters, digits, - or _');
}

function keyBytes(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== KEY_BYTES) throw new KeyError(`${what} is not ${KEY_BYTES} bytes of base64url`);
  return bytes;
}

function readTime(text: string | undefined, kid: string): number | null {
  if (text === undefined) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new KeyError(`notAfter of verify key ${kid} is not a date`);
  return time;
}
