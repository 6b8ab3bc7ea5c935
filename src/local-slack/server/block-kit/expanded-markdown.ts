const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/**
 * How many blocks Slack makes of one `markdown` block. Headings and rules become blocks of their own, what lies between
 * them is one block, and the 50-block cap counts the result (measured on the real service: 50 pass, 53 do not).
 */
export function expandedBlockCount(markdown: string): number {
  let count = 0;
  let insideText = false;
  let insideFence = false;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) insideFence = !insideFence;
    const standsAlone = !insideFence && (HEADING.test(line) || RULE.test(line));
    if (standsAlone || (line.trim() !== '' && !insideText)) count += 1;
    if (standsAlone) insideText = false;
    else if (line.trim() !== '') insideText = true;
  }
  return Math.max(count, 1);
}
