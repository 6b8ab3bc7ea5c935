import { FORM_LIMITS } from '../../ports/edit-form.ts';

/** Marks and letters that join what stands before them. */
export const COMBINING = /[\p{M}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** How far back a cut may move to fall between two visible characters. */
const CUT_SEARCH = 512;

/** Cuts text into boxes whose ends are visible characters; null where it has no such place. */
export function cutPlain(text: string): readonly string[] | null {
  const points = Array.from(text);
  const boxes: string[] = [];
  let start = 0;
  while (start < points.length) {
    let end = fillBox(points, start);
    if (end < points.length) {
      const lowest = Math.max(start + 1, end - CUT_SEARCH);
      while (end >= lowest && !maySplit(points[end - 1], points[end])) end -= 1;
      if (end < lowest) return null;
    }
    boxes.push(points.slice(start, end).join(''));
    start = end;
  }
  return boxes;
}

function maySplit(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && /\S/.test(before) && /\S/.test(after) && !COMBINING.test(after);
}

/** The index after the last token that still fits into the box that begins at `start`; always moves on. */
export function fillBox(tokens: readonly string[], start: number): number {
  let length = 0;
  let end = start;
  for (; end < tokens.length; end += 1) {
    length += widthOf(tokens[end] ?? '');
    if (length > FORM_LIMITS.boxLength) break;
  }
  return Math.max(end, start + 1);
}

/** Length of a code point or an escape as Slack counts it: `& < >` are sent as entities. */
function widthOf(token: string): number {
  if (token === '&') return 5;
  return token === '<' || token === '>' ? 4 : token.length;
}

/** Before any work on a text: no spelling makes it shorter. */
export function isTooLong(text: string): boolean {
  return text.length > FORM_LIMITS.boxesPerValue * FORM_LIMITS.boxLength;
}
