import { type Cursor, refuse, skipBlanks, startOf } from './json/cursor.ts';
import { MAX_BYTES } from './json/limits.ts';
import { readValue } from './json/read-value.ts';
import type { Refusal } from './json/refusal.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';
import { type UnfitFault, writeCanonical } from './json/write.ts';
import { utf8Length } from './text/utf8-length.ts';

export type { Refusal } from './json/refusal.ts';
export type { JsonArray, JsonObject, JsonValue } from './json/value.ts';
export { isJsonObject } from './json/value.ts';

export type ArgumentsReading =
  | { readonly kind: 'read'; readonly value: JsonObject; readonly argsJson: string }
  | Refusal;
export type JsonReading = { readonly kind: 'read'; readonly value: JsonValue; readonly canonical: string } | Refusal;

/** A value made in process that has no canonical text. A mistake of our own code, never of a model or a person. */
export class UnfitForJson extends Error {
  override readonly name = 'UnfitForJson';
  readonly code = 'unfit-for-json';
  readonly fault: UnfitFault;
  /** Keys and indexes from the top to the value; not for logs, since keys may be foreign text. */
  readonly path: readonly (string | number)[];

  constructor(fault: UnfitFault, path: readonly (string | number)[]) {
    super(`The value has no canonical JSON text: ${fault}`);
    this.fault = fault;
    this.path = path;
  }
}

/**
 * Reads the arguments of a tool call: an object, strictly, into its one spelling. `argsJson` is what is stored,
 * shown, signed and parsed again for execution. Two texts with the same `argsJson` mean the same call.
 */
export function readArguments(text: string): ArgumentsReading {
  const reading = readJson(text);
  if (reading.kind === 'refused') return reading;
  if (isJsonObject(reading.value)) return { kind: 'read', value: reading.value, argsJson: reading.canonical };
  return { kind: 'refused', fault: 'not-an-object', reason: 'Arguments must be one JSON object, in braces.' };
}

/**
 * Reads any JSON value by the same rules. Refused: a BOM, trailing text, duplicate keys (compared unescaped), lone
 * surrogates, numbers a double does not hold exactly, −0, and everything past MAX_DEPTH, MAX_BYTES or MAX_NODES.
 */
export function readJson(text: string): JsonReading {
  if (isTooLong(text)) return tooLong();
  const cursor = startOf(text);
  const value = readText(cursor);
  if (value === undefined) return cursor.refusal ?? tooLong();
  const written = writeCanonical(value);
  // The one thing that can go wrong with a value just read: short exponents written out pass the limit.
  return written.kind === 'written' ? { kind: 'read', value, canonical: written.text } : tooLong();
}

/** The canonical text of a value made in process. Throws UnfitForJson where no text reads back as exactly this value. */
export function canonicalText(value: JsonValue): string {
  const written = writeCanonical(value);
  if (written.kind === 'unfit') throw new UnfitForJson(written.fault, written.path);
  return written.text;
}

/** Equality of values, key order aside. Throws UnfitForJson like canonicalText. */
export function sameJson(left: JsonValue, right: JsonValue): boolean {
  return canonicalText(left) === canonicalText(right);
}

function readText(cursor: Cursor): JsonValue | undefined {
  const { text } = cursor;
  if (text.startsWith('\ufeff')) {
    return refuse(cursor, 'byte-order-mark', 'The text starts with a byte order mark: leave it out.');
  }
  if (!text.isWellFormed()) {
    return refuse(cursor, 'lone-surrogate', 'The text holds half of a surrogate pair.', loneSurrogateAt(text));
  }
  skipBlanks(cursor);
  const value = readValue(cursor, 0);
  if (value === undefined) return undefined;
  skipBlanks(cursor);
  if (cursor.at === text.length) return value;
  return refuse(cursor, 'trailing-text', 'There is more text after the JSON value: send the value alone.');
}

/** Looks at the length first: a huge text is refused without being read. */
function isTooLong(text: string): boolean {
  if (text.length > MAX_BYTES) return true;
  return text.length * 3 > MAX_BYTES && utf8Length(text) > MAX_BYTES;
}

function tooLong(): Refusal {
  const reason = `Longer than ${MAX_BYTES} bytes: send less, or put the content in a file.`;
  return { kind: 'refused', fault: 'too-long', reason };
}

function loneSurrogateAt(text: string): number {
  return text.search(/\p{Surrogate}/u);
}
