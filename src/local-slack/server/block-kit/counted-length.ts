/** How a text will be read: control sequences such as `<@U1>` or `<https://a.b|label>` exist in `mrkdwn` only. */
export type Markup = 'plain' | 'mrkdwn';

const ENTITY_GROWTH = { amp: '&amp;'.length - 1, angle: '&lt;'.length - 1 };
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt);)/g;
const ANGLE = /[<>]/g;
const CONTROL_SEQUENCE = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>\n]*>/gi;
const ANGLES_OF_A_SEQUENCE = 2;

/**
 * The length Slack holds against a limit: Unicode code points of the escaped text.
 *
 * `&`, `<` and `>` count as the entities they become. An entity that is already written out counts as it stands, and so
 * do the angle brackets of a mrkdwn control sequence. Code points, not UTF-16 units: a header of 150 emoji is accepted.
 */
export function countedLength(text: string, markup: Markup = 'plain'): number {
  const angles = occurrences(text, ANGLE) - (markup === 'mrkdwn' ? sequences(text) * ANGLES_OF_A_SEQUENCE : 0);
  return codePoints(text) + occurrences(text, BARE_AMPERSAND) * ENTITY_GROWTH.amp + angles * ENTITY_GROWTH.angle;
}

function sequences(text: string): number {
  return occurrences(text, CONTROL_SEQUENCE);
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
