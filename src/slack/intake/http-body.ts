import type { IncomingMessage } from 'node:http';

/** What was read of a request's body. */
export type BodyRead = { readonly kind: 'read'; readonly body: Buffer } | { readonly kind: 'too-large' };

/** Reads at most `limit` bytes; what is longer is not kept. */
export async function readBody(request: IncomingMessage, limit: number): Promise<BodyRead> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    size += bytes.length;
    if (size > limit) return { kind: 'too-large' };
    parts.push(bytes);
  }
  return { kind: 'read', body: Buffer.concat(parts) };
}

export type PayloadRead =
  | { readonly kind: 'payload'; readonly payload: Readonly<Record<string, unknown>> }
  /** Slack probing that the address answers. */
  | { readonly kind: 'ssl-check' }
  | { readonly kind: 'unreadable' };

/** Slack sends events as JSON, interactions as a form field `payload` of JSON, commands as a plain form. */
export function readPayload(contentType: string | undefined, body: Buffer): PayloadRead {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  const text = body.toString('utf8');
  if (mediaType === 'application/json') return fromJson(text);
  if (mediaType !== 'application/x-www-form-urlencoded') return { kind: 'unreadable' };
  const form = new URLSearchParams(text);
  const inner = form.get('payload');
  if (inner !== null) return fromJson(inner);
  if (form.has('ssl_check')) return { kind: 'ssl-check' };
  return { kind: 'payload', payload: Object.fromEntries(form) };
}

function fromJson(text: string): PayloadRead {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { kind: 'payload', payload: value } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
