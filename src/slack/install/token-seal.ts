import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { InstallationPlace } from '../../ports/installations.ts';

/** One key that seals tokens. */
export interface SealingKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** The first key seals; all of them open what they sealed, so that a key can be replaced while the bot runs. */
export interface SealingKeys {
  readonly current: SealingKey;
  readonly all: ReadonlyMap<string, SealingKey>;
}

export type Unsealed =
  | { readonly kind: 'open'; readonly text: string; readonly kid: string }
  | { readonly kind: 'unknown-key'; readonly kid: string }
  /** Changed, or not sealed for this place. */
  | { readonly kind: 'broken' };

export const SEALING_KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1';

export function sealingKey(kid: string, bytes: Uint8Array): SealingKey {
  return { kid, key: createSecretKey(bytes) };
}

/**
 * Encrypts with AES-256-GCM under the current key: `v1.kid.nonce.ciphertext`. The place is authenticated with it, so that
 * what was sealed for one workspace does not open for another.
 */
export function seal({ current: { kid, key } }: SealingKeys, place: InstallationPlace, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(kid, place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [FORMAT, kid, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
}

export function unseal({ all }: SealingKeys, place: InstallationPlace, sealed: string): Unsealed {
  const [format, kid, nonceText, text, ...more] = sealed.split('.');
  if (format !== FORMAT || kid === undefined || nonceText === undefined || text === undefined || more.length > 0)
    return { kind: 'broken' };
  const known = all.get(kid);
  if (known === undefined) return { kind: 'unknown-key', kid };
  const nonce = Buffer.from(nonceText, 'base64url');
  const bytes = Buffer.from(text, 'base64url');
  if (nonce.length !== NONCE_BYTES || bytes.length < TAG_BYTES) return { kind: 'broken' };
  const decipher = createDecipheriv(CIPHER, known.key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(kid, place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    return { kind: 'open', text: opened.toString('utf8'), kid };
  } catch {
    return { kind: 'broken' };
  }
}

/** A key for another purpose: who has it learns nothing about the one it comes from. */
export const derivedKey = ({ key }: SealingKey, purpose: string): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, SEALING_KEY_BYTES)));

/** JSON of a list is injective: no two places share a text. */
function boundTo(kid: string, place: InstallationPlace): Buffer {
  const team = place.kind === 'workspace' ? place.team : null;
  return Buffer.from(JSON.stringify(['countersign.installation.v1', kid, place.kind, place.enterprise, team]));
}
