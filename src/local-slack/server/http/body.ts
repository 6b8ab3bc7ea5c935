import type { IncomingMessage } from 'node:http';

export type Body = { readonly kind: 'read'; readonly bytes: Buffer } | { readonly kind: 'too-large' };

/** What is read and thrown away of a body that is too large, so that its sender gets to hear the answer. */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/** Reads a request's body up to `limit` bytes. Rejects where the connection breaks off. */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= limit) parts.push(part);
      else parts.length = 0;
      if (size > limit + DISCARDED_BYTES) request.destroy();
    });
    request.on('end', () =>
      resolve(size > limit ? { kind: 'too-large' } : { kind: 'read', bytes: Buffer.concat(parts) }),
    );
    request.on('error', reject);
    request.on('close', () => reject(new Error('the request broke off')));
  });
}
