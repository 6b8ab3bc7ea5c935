// @ts-check
/** @import { Names } from '../names.js' */
import { element, fragment } from '../element.js';
import { mrkdwnSpans, unescapeText } from './mrkdwn-spans.js';
import { drawSpans } from './spans.js';

/**
 * Draws Slack's mrkdwn: fenced code, quoted lines, and running text with its line breaks.
 * @param {string} text with Slack's escapes
 * @param {Names} names
 * @returns {DocumentFragment}
 */
export function drawMrkdwn(text, names) {
  const parts = text.split('```');
  // An odd number of fences: the last one opens nothing and is text.
  if (parts.length > 1 && parts.length % 2 === 0) parts.push(...joinLast(parts));
  return fragment(
    ...parts.map((part, index) => {
      if (index % 2 === 1) return element('pre', {}, element('code', {}, unescapeText(part.replace(/^\n|\n$/g, ''))));
      return drawLines(index > 0 ? part.replace(/^\n/, '') : part, names);
    }),
  );
}

/**
 * @param {string[]} parts
 * @returns {string[]}
 */
function joinLast(parts) {
  const tail = parts.pop() ?? '';
  const before = parts.pop() ?? '';
  return [`${before}\`\`\`${tail}`];
}

/**
 * @param {string} text
 * @param {Names} names
 */
function drawLines(text, names) {
  const drawn = document.createDocumentFragment();
  /** @type {HTMLElement | undefined} */
  let quote;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const quoted = /^(?:&gt;|>) ?/.exec(line);
    if (quoted) {
      if (quote) quote.append(element('br'));
      else {
        quote = element('blockquote');
        drawn.append(quote);
      }
      quote.append(drawSpans(mrkdwnSpans(line.slice(quoted[0].length)), names));
      continue;
    }
    quote = undefined;
    drawn.append(drawSpans(mrkdwnSpans(line), names));
    const next = lines[index + 1];
    if (next !== undefined && !/^(?:&gt;|>)/.test(next)) drawn.append(element('br'));
  }
  return drawn;
}
