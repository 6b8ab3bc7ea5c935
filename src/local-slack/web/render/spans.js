// @ts-check
/** @import { Names } from '../names.js' */
import { element, fragment, outsideLink } from '../element.js';
import { emojiText } from './emoji.js';

/**
 * Running text after parsing. Slack's mrkdwn, Markdown and rich text all become this, and it is drawn in one place.
 * @typedef {{ kind: 'text', text: string }
 *   | { kind: 'bold' | 'italic' | 'strike' | 'underline', spans: Span[] }
 *   | { kind: 'code', text: string }
 *   | { kind: 'link', url: string, spans: Span[] }
 *   | { kind: 'person' | 'channel' | 'group', id: string }
 *   | { kind: 'broadcast', range: string }
 *   | { kind: 'emoji', name: string }
 *   | { kind: 'color', value: string }
 *   | { kind: 'break' }} Span
 */

/**
 * @param {readonly Span[]} spans
 * @param {Names} names
 * @returns {DocumentFragment}
 */
export function drawSpans(spans, names) {
  return fragment(...spans.map((span) => drawSpan(span, names)));
}

/**
 * @param {Span} span
 * @param {Names} names
 * @returns {Node}
 */
function drawSpan(span, names) {
  switch (span.kind) {
    case 'text':
      return document.createTextNode(span.text);
    case 'bold':
      return element('strong', {}, drawSpans(span.spans, names));
    case 'italic':
      return element('em', {}, drawSpans(span.spans, names));
    case 'strike':
      return element('s', {}, drawSpans(span.spans, names));
    case 'underline':
      return element('u', {}, drawSpans(span.spans, names));
    case 'code':
      return element('code', {}, span.text);
    case 'link':
      return outsideLink(span.url, drawSpans(span.spans, names));
    case 'person':
      return element('span', { class: 'mention' }, `@${names.person(span.id)}`);
    case 'channel':
      return element('span', { class: 'mention' }, `#${names.channel(span.id)}`);
    case 'group':
      return element('span', { class: 'mention' }, `@${names.group(span.id)}`);
    case 'broadcast':
      return element('span', { class: 'mention mention-all' }, `@${span.range}`);
    case 'emoji':
      return element('span', { class: 'emoji', role: 'img', 'aria-label': span.name }, emojiText(span.name));
    case 'color':
      return element('code', {}, span.value);
    case 'break':
      return element('br');
  }
}
