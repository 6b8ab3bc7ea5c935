import { hash } from 'node:crypto';
import type { ConversationId } from '../domain/ids.ts';
import type { ChainedEvent } from '../ports/chain-source.ts';

const EVENT_TAG = 'countersign.event.v1';
const START_TAG = 'countersign.chain.v1';
const LENGTH_BYTES = 4;
/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const BYTES_PER_UNIT = 3;
const FIRST_BUFFER_BYTES = 64 * 1024;
/** Up to here a loop is faster than a call into the runtime: a hash of 64 digits is written so, a body hardly ever. */
const SHORT_UNITS = 64;
const LAST_ASCII = 0x7f;
/** A buffer grown for one huge event is not kept for the small ones after it. */
const KEPT_BUFFER_BYTES = 1024 * 1024;

/** What a conversation's first event is chained to: events cannot be moved to another conversation. */
export const chainStart = (conversation: ConversationId): string => digest([START_TAG, conversation]);

/**
 * The hash of an event at its place: SHA-256, lower-case hex, over the layout of `signedBytes` with the tag
 * `countersign.event.v1` and the fields previous hash, seq, at, type, version, body. Frozen: a new layout gets a new tag.
 */
export const chainHash = (previous: string, event: Omit<ChainedEvent, 'conversation' | 'hash'>): string =>
  digest([EVENT_TAG, previous, String(event.seq), String(event.at), event.type, String(event.version), event.body]);

let buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);

/** `signedBytes` of domain/signed.ts for present fields only, written into one reused buffer: it is on every append's path. */
function digest(fields: readonly string[]): string {
  let worst = 0;
  for (const field of fields) worst += LENGTH_BYTES + field.length * BYTES_PER_UNIT;
  const bytes = worst <= buffer.length ? buffer : Buffer.allocUnsafe(worst);
  let offset = 0;
  for (const field of fields) {
    const length = put(bytes, offset + LENGTH_BYTES, field);
    // Byte by byte: `writeUInt32BE` checks its range, and takes longer than all else here.
    bytes[offset] = length >>> 24;
    bytes[offset + 1] = length >>> 16;
    bytes[offset + 2] = length >>> 8;
    bytes[offset + 3] = length;
    offset += LENGTH_BYTES + length;
  }
  if (bytes !== buffer && worst <= KEPT_BUFFER_BYTES) buffer = bytes;
  return hash('sha256', bytes.subarray(0, offset), 'hex');
}

/** Writes text as UTF-8 and returns how many bytes it took. */
function put(bytes: Buffer, offset: number, text: string): number {
  if (text.length > SHORT_UNITS) return bytes.write(text, offset);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit > LAST_ASCII) return bytes.write(text, offset);
    bytes[offset + i] = unit;
  }
  return text.length;
}
