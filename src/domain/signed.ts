/** A signature over the bytes of one kind of record. The algorithm follows from the key, never from here. */
export interface Signature {
  readonly kid: string;
  /** base64url, 64 bytes for Ed25519. */
  readonly value: string;
}

const encoder = new TextEncoder();
const LENGTH_BYTES = 4;
const ABSENT = 0xffffffff;

/**
 * Injective bytes for signing and hashing: the domain tag, then every field as a 4-byte big-endian length
 * and its UTF-8. `null` has a length no text can have, so absent and empty stay apart.
 */
export function signedBytes(domainTag: string, fields: readonly (string | null)[]): Uint8Array {
  const parts = [domainTag, ...fields].map((field) => (field === null ? null : encoder.encode(field)));
  const total = parts.reduce((sum, part) => sum + LENGTH_BYTES + (part?.length ?? 0), 0);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const part of parts) {
    view.setUint32(offset, part === null ? ABSENT : part.length);
    offset += LENGTH_BYTES;
    if (part !== null) {
      bytes.set(part, offset);
      offset += part.length;
    }
  }
  return bytes;
}
