import type { IncomingMessage } from 'node:http';

export type Body = { readonly kind: 'read'; readonly bytes: Buffer } | { readonly kind: 'too-large' };

/** Reads a request's body up to `limit` bytes; a longer one is read no further. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    size += bytes.length;
    if (size > limit) return { kind: 'too-large' };
    parts.push(bytes);
  }
  return { kind: 'read', bytes: Buffer.concat(parts) };
}
