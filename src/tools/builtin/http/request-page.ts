import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WebAddress } from './web-address.ts';

/** Enough for any honest server; a longer head is an attempt to fill memory. */
const MAX_HEADER_BYTES = 32_768;

export interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly contentType: string;
  readonly body: Buffer;
  /** There was more than was read. */
  readonly cut: boolean;
}

export interface Pin {
  readonly address: string;
  readonly family: 4 | 6;
}

export class UnexpectedEncoding extends Error {
  override readonly name = 'UnexpectedEncoding';
}

/**
 * One GET to a pinned address, on a connection of its own: no proxy, no cookies, no credentials, no redirect followed,
 * no compression (a small answer cannot unpack into a large one). Rejects when the connection fails or `signal` fires.
 */
export async function requestPage(
  { url, scheme }: WebAddress,
  pin: Pin,
  bounds: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Page> {
  const send = scheme === 'https' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = send(url, {
    agent: false,
    family: pin.family,
    headers: {
      accept: 'text/html, text/*;q=0.9, application/json;q=0.9, */*;q=0.1',
      'accept-encoding': 'identity',
      connection: 'close',
      'user-agent': 'countersign',
    },
    lookup: (_host, options, found) => {
      if (options.all === true) found(null, [{ address: pin.address, family: pin.family }]);
      else found(null, pin.address, pin.family);
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal: bounds.signal,
  });
  request.on('response', resolve);
  request.on('error', reject);
  request.end();
  try {
    const response = await promise;
    const encoding = response.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw new UnexpectedEncoding(encoding);
    return {
      status: response.statusCode ?? 0,
      location: response.headers.location ?? null,
      contentType: response.headers['content-type'] ?? '',
      ...(await firstBytes(response, bounds.maxBytes)),
    };
  } finally {
    request.destroy();
  }
}

async function firstBytes(response: IncomingMessage, maxBytes: number): Promise<Pick<Page, 'body' | 'cut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), cut: size > maxBytes };
}
