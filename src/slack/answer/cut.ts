import { shownLength } from '../../domain/text/clip.ts';
import { utf8Length } from '../../domain/text/utf8-length.ts';

/** What still fits: UTF-8 bytes, and characters as Slack counts them. */
export interface Room {
  readonly bytes: number;
  readonly characters: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Long enough to hold what one sees as a single character, however many people and skin tones it is made of. */
const WINDOW = 120;

export const fits = (text: string, room: Room): boolean =>
  text.length <= room.characters && utf8Length(text) <= room.bytes && shownLength(text) <= room.characters;

/** The longest beginning that fits, never ending inside what a person sees as one character. Empty if none does. */
export function beginningThatFits(text: string, room: Room): string {
  if (fits(text, room)) return text;
  let low = 0;
  let high = Math.min(text.length, Math.max(0, room.characters), Math.max(0, room.bytes));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle), room)) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, boundaryAtOrBefore(text, low));
}

function boundaryAtOrBefore(text: string, index: number): number {
  if (index <= 0 || index >= text.length) return index;
  const from = Math.max(0, index - WINDOW);
  const start = isLowSurrogate(text, from) ? from + 1 : from;
  const found = graphemes.segment(text.slice(start, index + WINDOW)).containing(index - start);
  const boundary = start + (found?.index ?? 0);
  // One that fills the whole window is no character anybody reads; then only surrogate pairs are kept together.
  if (boundary > start) return boundary;
  return isLowSurrogate(text, index) ? index - 1 : index;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;

/** The line that opened a code block which is still open at the end of the text; null outside one. */
export function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const [, marks, rest] = FENCE.exec(line) ?? [];
    if (marks === undefined || rest === undefined) continue;
    if (open === null) open = `${marks}${rest}`;
    else if (rest.trim() === '' && open.startsWith(marks)) open = null;
  }
  return open;
}

/** What closes a code block that was opened by this line. */
export const closingFence = (opener: string): string => `\n${/^(`+|~+)/.exec(opener)?.[0] ?? '```'}`;
