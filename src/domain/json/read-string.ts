import { type Cursor, refuse } from './cursor.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const LETTER_U = 0x75;

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [QUOTE, '"'],
  [BACKSLASH, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);
const FOUR_HEX = /[0-9a-fA-F]{4}/y;

/** Reads a string, the cursor standing on its first quote. The text around it must be well-formed UTF-16. */
export function readString(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const open = cursor.at;
  let read = '';
  let plainFrom = open + 1;
  for (let at = plainFrom; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      cursor.at = at + 1;
      read += text.slice(plainFrom, at);
      if (read.isWellFormed()) return read;
      return refuse(cursor, 'lone-surrogate', 'A string holds half of a surrogate pair: write both halves.', open);
    }
    if (unit === BACKSLASH) {
      cursor.at = at;
      const character = readEscape(cursor);
      if (character === undefined) return undefined;
      read += text.slice(plainFrom, at) + character;
      plainFrom = cursor.at;
      at = plainFrom - 1;
    } else if (unit < FIRST_PRINTABLE) {
      return refuse(cursor, 'syntax', 'Line breaks and control characters in strings must be escaped, as \\n.', at);
    }
  }
  return refuse(cursor, 'syntax', 'A string is not closed: the text ends before its last double quote.', open);
}

function readEscape(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  const letter = text.charCodeAt(at + 1);
  const short = SHORT_ESCAPES.get(letter);
  if (short !== undefined) {
    cursor.at = at + 2;
    return short;
  }
  if (letter !== LETTER_U) {
    return refuse(cursor, 'syntax', 'Unknown escape: after a backslash JSON knows " \\ / b f n r t and u.');
  }
  FOUR_HEX.lastIndex = at + 2;
  const hex = FOUR_HEX.exec(text)?.[0];
  if (hex === undefined) return refuse(cursor, 'syntax', 'A \\u escape needs four hexadecimal digits.');
  cursor.at = at + 6;
  return String.fromCharCode(Number.parseInt(hex, 16));
}
