import type { PlainTextElement } from '@slack/types';

/**
 * Foreign text as Slack shows it literally: no markup, no emoji codes. `maxLength` is Slack's limit, counted after
 * `& < >` became entities; longer text is cut on a code point and ends in `…`.
 */
export function plainText(text: string, maxLength: number): PlainTextElement {
  return { type: 'plain_text', text: clip(text, maxLength), emoji: false };
}

function clip(text: string, maxLength: number): string {
  let length = 0;
  let kept = '';
  for (const point of text) {
    length += point === '&' ? 5 : point === '<' || point === '>' ? 4 : point.length;
    if (length > maxLength) return `${withRoom(kept, maxLength)}…`;
    kept += point;
  }
  return kept;
}

/** Drops code points from the end until `…` fits as well. */
function withRoom(kept: string, maxLength: number): string {
  const points = Array.from(kept);
  const escaped = () =>
    points.reduce((sum, point) => sum + (point === '&' ? 5 : /[<>]/.test(point) ? 4 : point.length), 0);
  while (points.length > 0 && escaped() > maxLength - 1) points.pop();
  return points.join('');
}
