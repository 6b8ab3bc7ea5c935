/** A page or a clip shorter than this might not hold one mark of ours and could make no progress. */
export const MIN_PAGE_CHARS = 100;

const BACKSLASH = 0x5c;

/** Longer than the longest piece that must not be cut, so that a window this much larger decides every cut. */
const LONGEST_PIECE = 80;

/** A page ends with a line if the line ends in its last part; else it is filled. */
const LINE_END_FROM = 0.7;

/** What is never cut in two: escapes, our marks, Slack's entities, surrogate pairs. */
const PIECE =
  /\\(?:u\{[0-9a-f]{1,6}\}|[^\s])|⟨[0-9]{1,7}×[^⟩]{1,12}⟩|•••• \([^()]{1,60}\)|&(?:amp|lt|gt);|[\u{10000}-\u{10ffff}]/gu;

export interface Clipped {
  readonly text: string;
  /** Code points left out; 0 if the text is whole. */
  readonly omitted: number;
}

/** Length as Slack counts it: UTF-16 units, with `& < >` as the entities they become. Texts are measured before escaping. */
export function shownLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) length += extraOf(text.charCodeAt(at));
  return length;
}

/**
 * Keeps head and tail and says in between how many characters are missing: danger likes the end. The result never
 * has a shownLength above the limit, and no escape, mark or surrogate pair is cut. Under MIN_PAGE_CHARS the mark is `…`.
 */
export function clip(text: string, limit: number): Clipped {
  if (shownLength(text) <= limit) return { text, omitted: 0 };
  const room = limit - markOf(text.length, limit).length;
  if (room < 0) return { text: '', omitted: codePoints(text) };

  const headEnd = cutBefore(text, 0, unitsWithin(text, 0, Math.ceil(room / 2)));
  const tailFrom = cutAfter(text, headEnd, lastUnitsWithin(text, Math.floor(room / 2)));
  const omitted = codePoints(text.slice(headEnd, tailFrom));
  return { text: text.slice(0, headEnd) + markOf(omitted, limit) + text.slice(tailFrom), omitted };
}

/**
 * Cuts the whole text into pages of at most `pageChars` by shownLength, at line ends where they are near. The pages
 * one after the other are the text. Throws RangeError below MIN_PAGE_CHARS.
 */
export function pagesOf(text: string, pageChars: number): readonly string[] {
  if (pageChars < MIN_PAGE_CHARS) throw new RangeError(`A page has at least ${MIN_PAGE_CHARS} characters`);
  const pages: string[] = [];
  // Bounded by the text: every page takes at least one piece of it.
  for (let from = 0; from < text.length; ) {
    const full = cutBefore(text, from, unitsWithin(text, from, pageChars));
    // Looked for on this page only: a text without lines would be searched from its beginning for every page.
    const lineEnd = from + text.slice(from, full).lastIndexOf('\n') + 1;
    const end = full < text.length && lineEnd > from + (full - from) * LINE_END_FROM ? lineEnd : full;
    pages.push(text.slice(from, end));
    from = end;
  }
  return pages;
}

function markOf(omitted: number, limit: number): string {
  return limit < MIN_PAGE_CHARS ? '…' : ` ⟨${omitted} characters not shown⟩ `;
}

/** The index up to which the text from `from` on fits the budget. */
function unitsWithin(text: string, from: number, budget: number): number {
  let left = budget;
  let at = from;
  for (; at < text.length; at += 1) {
    left -= 1 + extraOf(text.charCodeAt(at));
    if (left < 0) break;
  }
  return at;
}

/** The index from which the rest of the text fits the budget. */
function lastUnitsWithin(text: string, budget: number): number {
  let left = budget;
  let at = text.length;
  for (; at > 0; at -= 1) {
    left -= 1 + extraOf(text.charCodeAt(at - 1));
    if (left < 0) break;
  }
  return at;
}

/** The last place at or before `index` where the text may be cut; `from` is such a place. */
function cutBefore(text: string, from: number, index: number): number {
  return pieceAcross(text, from, index)?.start ?? index;
}

/** The first place at or after `index` where the text may be cut; `from` is such a place. */
function cutAfter(text: string, from: number, index: number): number {
  return pieceAcross(text, from, index)?.end ?? index;
}

/**
 * Reads a short stretch before the index only. Going back to the start of a run of backslashes is enough to know
 * which of them are escapes; all other pieces show by themselves where they start.
 */
function pieceAcross(text: string, from: number, index: number): { start: number; end: number } | undefined {
  let near = Math.max(from, index - LONGEST_PIECE);
  while (near > from && text.charCodeAt(near - 1) === BACKSLASH) near -= 1;
  const window = text.slice(near, index + LONGEST_PIECE);
  for (const match of window.matchAll(PIECE)) {
    const start = near + match.index;
    const end = start + match[0].length;
    if (start >= index) return undefined;
    if (end > index) return { start, end };
  }
  return undefined;
}

function extraOf(unit: number): number {
  if (unit === 0x26) return 4;
  return unit === 0x3c || unit === 0x3e ? 3 : 0;
}

/** Code points of a text; a lone surrogate counts as one. */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) at += 1;
    count += 1;
  }
  return count;
}
