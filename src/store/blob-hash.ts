import { hash } from 'node:crypto';
import type { BlobReading } from '../ports/blobs.ts';

export const blobHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url');

/** A row as it was found under a hash, if it has that hash. */
export function readingOf(row: { readonly bytes: Uint8Array } | undefined, sha256: string): BlobReading {
  if (row === undefined) return { kind: 'missing' };
  return blobHash(row.bytes) === sha256 ? { kind: 'read', bytes: row.bytes } : { kind: 'altered' };
}
