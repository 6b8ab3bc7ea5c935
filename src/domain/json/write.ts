import { utf8Length } from '../text/utf8-length.ts';
import { MAX_BYTES, MAX_DEPTH, MAX_NODES } from './limits.ts';
import { numberFault, numberText } from './number.ts';
import type { JsonFault } from './refusal.ts';

/** `not-json`: undefined, a function, a symbol or a bigint. `not-plain`: an object with a class, symbols or hidden keys. */
export type UnfitFault =
  | Exclude<
      JsonFault,
      'byte-order-mark' | 'syntax' | 'trailing-text' | 'duplicate-key' | 'inexact-number' | 'not-an-object'
    >
  | 'not-json'
  | 'not-plain';

export type Written =
  | { readonly kind: 'written'; readonly text: string }
  | { readonly kind: 'unfit'; readonly fault: UnfitFault; readonly path: readonly (string | number)[] };

/** Names and short words are most of what is written; looking at them costs less than a call to JSON.stringify. */
const SHORT = 48;

interface Writing {
  nodes: number;
  units: number;
  fault: UnfitFault | undefined;
  /** Keys and indexes from the top to the value being written; left standing where writing stopped. */
  readonly path: (string | number)[];
}

/**
 * The RFC 8785 text of a value: no blanks, keys in order of their UTF-16 code units, shortest numbers.
 * Checks everything, because a value made in process may hold what no text can: whatever is written reads back.
 */
export function writeCanonical(value: unknown): Written {
  const writing: Writing = { nodes: 0, units: 0, fault: undefined, path: [] };
  const text = writeValue(writing, value);
  if (text === undefined) return { kind: 'unfit', fault: writing.fault ?? 'not-json', path: writing.path };
  // Bytes are counted only where they can matter: no unit takes more than three.
  if (text.length * 3 > MAX_BYTES && utf8Length(text) > MAX_BYTES)
    return { kind: 'unfit', fault: 'too-long', path: [] };
  return { kind: 'written', text };
}

function writeValue(writing: Writing, value: unknown): string | undefined {
  writing.nodes += 1;
  if (writing.nodes > MAX_NODES) return unfit(writing, 'too-many-values');
  if (typeof value === 'string') return writeString(writing, value);
  if (typeof value === 'number') {
    const fault = numberFault(value);
    return fault === undefined ? emit(writing, numberText(value)) : unfit(writing, fault);
  }
  if (typeof value === 'boolean' || value === null) return emit(writing, String(value));
  if (typeof value !== 'object') return unfit(writing, 'not-json');
  if (writing.path.length >= MAX_DEPTH) return unfit(writing, 'too-deep');
  if (Array.isArray(value)) return writeArray(writing, value);
  return isPlain(value) ? writeObject(writing, value) : unfit(writing, 'not-plain');
}

function writeString(writing: Writing, value: string): string | undefined {
  if (value.length <= SHORT && isItsOwnSpelling(value)) return emit(writing, `"${value}"`);
  // Before escaping, so that a huge string is refused without a copy.
  if (value.length > MAX_BYTES) return unfit(writing, 'too-long');
  if (!value.isWellFormed()) return unfit(writing, 'lone-surrogate');
  return emit(writing, JSON.stringify(value));
}

/** Printable ASCII with nothing to escape. */
function isItsOwnSpelling(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return false;
  }
  return true;
}

function writeArray(writing: Writing, array: readonly unknown[]): string | undefined {
  if (Object.getPrototypeOf(array) !== Array.prototype) return unfit(writing, 'not-plain');
  if (array.length > MAX_NODES) return unfit(writing, 'too-many-values');
  // Fewer keys than elements: a hole. More: named properties, which JSON would lose.
  if (Reflect.ownKeys(array).length !== array.length + 1) return unfit(writing, 'not-plain');
  let text = '[';
  for (let index = 0; index < array.length; index += 1) {
    writing.path.push(index);
    const written = writeValue(writing, array[index]);
    if (written === undefined) return undefined;
    writing.path.pop();
    text += index === 0 ? written : `,${written}`;
  }
  return `${text}]`;
}

function writeObject(writing: Writing, object: Readonly<Record<string, unknown>>): string | undefined {
  const keys = Object.keys(object);
  // More own keys than enumerable ones: symbols or hidden properties, which JSON would lose.
  if (Reflect.ownKeys(object).length !== keys.length) return unfit(writing, 'not-plain');

  let text = '{';
  for (const key of keys.sort()) {
    writing.path.push(key);
    const name = writeString(writing, key);
    if (name === undefined) return undefined;
    const written = writeValue(writing, object[key]);
    if (written === undefined) return undefined;
    writing.path.pop();
    text += text === '{' ? `${name}:${written}` : `,${name}:${written}`;
  }
  return `${text}}`;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Counts what was written, so that one long string referenced many times is refused before it fills memory. */
function emit(writing: Writing, text: string): string | undefined {
  writing.units += text.length;
  return writing.units > MAX_BYTES ? unfit(writing, 'too-long') : text;
}

function unfit(writing: Writing, fault: UnfitFault): undefined {
  writing.fault = fault;
  return undefined;
}
