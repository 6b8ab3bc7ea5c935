import { type Cursor, refuse, skipBlanks } from './cursor.ts';
import { MAX_DEPTH, MAX_KEY_IN_REASON, MAX_NODES } from './limits.ts';
import { readNumber } from './number.ts';
import { readString } from './read-string.ts';
import type { JsonArray, JsonObject, JsonValue } from './value.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Reads one value, the cursor standing on its first character. Recursion is bounded by MAX_DEPTH. */
export function readValue(cursor: Cursor, depth: number): JsonValue | undefined {
  cursor.nodes += 1;
  if (cursor.nodes > MAX_NODES) {
    return refuse(cursor, 'too-many-values', `More than ${MAX_NODES} values: send less, or send a file.`);
  }
  const unit = cursor.text.charCodeAt(cursor.at);
  if (unit === QUOTE) return readString(cursor);
  if (unit === OPEN_BRACE) return readObject(cursor, depth + 1);
  if (unit === OPEN_BRACKET) return readArray(cursor, depth + 1);
  if (unit === MINUS || (unit >= ZERO && unit <= NINE)) return readNumber(cursor);
  return readWord(cursor);
}

function readObject(cursor: Cursor, depth: number): JsonObject | undefined {
  if (depth > MAX_DEPTH) return tooDeep(cursor);
  const object: Record<string, JsonValue> = Object.create(null);
  enter(cursor);
  if (cursor.text.charCodeAt(cursor.at) === CLOSE_BRACE) return leave(cursor, object);

  // Bounded by the text: every round consumes at least a key.
  for (;;) {
    const keyAt = cursor.at;
    if (cursor.text.charCodeAt(keyAt) !== QUOTE) return unexpected(cursor, 'a key in double quotes');
    const key = readString(cursor);
    if (key === undefined) return undefined;
    if (key in object) return duplicate(cursor, key, keyAt);

    skipBlanks(cursor);
    if (cursor.text.charCodeAt(cursor.at) !== COLON) return unexpected(cursor, 'a colon after the key');
    enter(cursor);
    const value = readValue(cursor, depth);
    if (value === undefined) return undefined;
    object[key] = value;

    skipBlanks(cursor);
    const unit = cursor.text.charCodeAt(cursor.at);
    if (unit === CLOSE_BRACE) return leave(cursor, object);
    if (unit !== COMMA) return unexpected(cursor, 'a comma or } after the value');
    enter(cursor);
  }
}

function readArray(cursor: Cursor, depth: number): JsonArray | undefined {
  if (depth > MAX_DEPTH) return tooDeep(cursor);
  const array: JsonValue[] = [];
  enter(cursor);
  if (cursor.text.charCodeAt(cursor.at) === CLOSE_BRACKET) return leave(cursor, array);

  // Bounded by the text: every round consumes at least a value.
  for (;;) {
    const value = readValue(cursor, depth);
    if (value === undefined) return undefined;
    array.push(value);

    skipBlanks(cursor);
    const unit = cursor.text.charCodeAt(cursor.at);
    if (unit === CLOSE_BRACKET) return leave(cursor, array);
    if (unit !== COMMA) return unexpected(cursor, 'a comma or ] after the value');
    enter(cursor);
  }
}

function readWord(cursor: Cursor): null | boolean | undefined {
  if (cursor.text.startsWith('true', cursor.at)) return pass(cursor, 4, true);
  if (cursor.text.startsWith('false', cursor.at)) return pass(cursor, 5, false);
  if (cursor.text.startsWith('null', cursor.at)) return pass(cursor, 4, null);
  return unexpected(cursor, 'a value');
}

function pass<T>(cursor: Cursor, length: number, value: T): T {
  cursor.at += length;
  return value;
}

function enter(cursor: Cursor): void {
  cursor.at += 1;
  skipBlanks(cursor);
}

function leave<T>(cursor: Cursor, container: T): T {
  return pass(cursor, 1, container);
}

function tooDeep(cursor: Cursor): undefined {
  return refuse(cursor, 'too-deep', `Nested deeper than ${MAX_DEPTH} levels: send a flatter value.`);
}

function duplicate(cursor: Cursor, key: string, position: number): undefined {
  const shown = JSON.stringify(Array.from(key).slice(0, MAX_KEY_IN_REASON).join(''));
  return refuse(cursor, 'duplicate-key', `The key ${shown} is there twice in one object: send it once.`, position);
}

function unexpected(cursor: Cursor, wanted: string): undefined {
  if (cursor.at >= cursor.text.length) {
    return refuse(cursor, 'syntax', `The text ends too early: ${wanted} is missing.`);
  }
  return refuse(cursor, 'syntax', `Expected ${wanted} here${hint(cursor.text.slice(cursor.at, cursor.at + 2))}.`);
}

/** What models write most often instead of JSON. */
function hint(next: string): string {
  if (next.startsWith("'")) return '; JSON has no single quotes';
  if (next === '//' || next === '/*' || next.startsWith('#')) return '; JSON has no comments';
  if (next === 'Na' || next === 'In') return '; JSON has no NaN or Infinity';
  if (next.startsWith('}') || next.startsWith(']')) return '; JSON has no comma before a closing bracket';
  return '';
}
