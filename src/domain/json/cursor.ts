import type { JsonFault, Refusal } from './refusal.ts';

/** One reading of one text. A part that cannot be read sets `refusal` and returns undefined, which JSON does not have. */
export interface Cursor {
  readonly text: string;
  at: number;
  nodes: number;
  refusal: Refusal | undefined;
}

export function startOf(text: string): Cursor {
  return { text, at: 0, nodes: 0, refusal: undefined };
}

export function refuse(cursor: Cursor, fault: JsonFault, reason: string, position: number = cursor.at): undefined {
  cursor.refusal = { kind: 'refused', fault, reason, position };
  return undefined;
}

/** JSON's four blanks only; a no-break space or a comment is a syntax error. */
export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  let { at } = cursor;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
  }
  cursor.at = at;
}
