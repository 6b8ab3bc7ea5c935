// @ts-check
/** @import { RichPart, Stage } from '../../shapes.js' */
/** @import { Span } from '../spans.js' */
import { element, fragment } from '../../element.js';
import { slackDate } from '../slack-date.js';
import { drawSpans } from '../spans.js';

/**
 * @param {{ elements?: RichPart[] }} block
 * @param {Stage} stage
 * @returns {HTMLElement}
 */
export function drawRichText(block, stage) {
  return element('div', { class: 'rich-text' }, ...(block.elements ?? []).map((part) => drawPart(part, stage)));
}

/**
 * @param {RichPart} part
 * @param {Stage} stage
 * @returns {Node}
 */
function drawPart(part, stage) {
  const leaves = part.elements ?? [];
  switch (part.type) {
    case 'rich_text_section':
      return element('div', { class: 'rich-section' }, drawSpans(leaves.map(spanOf), stage.names));
    case 'rich_text_quote':
      return element('blockquote', { class: 'rich-section' }, drawSpans(leaves.map(spanOf), stage.names));
    case 'rich_text_preformatted':
      return element('pre', {}, element('code', {}, drawSpans(leaves.map(bareSpanOf), stage.names)));
    case 'rich_text_list':
      return drawList(part, stage);
    default:
      return fragment();
  }
}

/**
 * Nested lists come as a flat row of lists with a growing indent.
 * @param {RichPart} part
 * @param {Stage} stage
 */
function drawList(part, stage) {
  const items = (part.elements ?? []).map((item) => element('li', {}, drawPart(item, stage)));
  const look = { class: `indent-${Math.min(part.indent ?? 0, 8)}${part.border ? ' bordered' : ''}` };
  if (part.style === 'ordered') return element('ol', { ...look, start: (part.offset ?? 0) + 1 }, ...items);
  return element('ul', look, ...items);
}

/**
 * @param {RichPart} leaf
 * @returns {Span}
 */
function spanOf(leaf) {
  const bare = bareSpanOf(leaf);
  if (typeof leaf.style !== 'object') return bare;
  /** @type {Span} */
  let span = leaf.style.code && bare.kind === 'text' ? { kind: 'code', text: bare.text } : bare;
  for (const kind of /** @type {const} */ (['underline', 'strike', 'italic', 'bold']))
    if (leaf.style[kind]) span = { kind, spans: [span] };
  return span;
}

/**
 * @param {RichPart} leaf
 * @returns {Span}
 */
function bareSpanOf(leaf) {
  switch (leaf.type) {
    case 'link':
      return { kind: 'link', url: leaf.url ?? '', spans: [{ kind: 'text', text: leaf.text || (leaf.url ?? '') }] };
    case 'user':
      return { kind: 'person', id: leaf.user_id ?? '' };
    case 'channel':
      return { kind: 'channel', id: leaf.channel_id ?? '' };
    case 'usergroup':
      return { kind: 'group', id: leaf.usergroup_id ?? '' };
    case 'broadcast':
      return { kind: 'broadcast', range: leaf.range ?? '' };
    case 'emoji':
      return { kind: 'emoji', name: leaf.name ?? '' };
    case 'color':
      return { kind: 'color', value: leaf.value ?? '' };
    case 'date':
      return { kind: 'text', text: slackDate(leaf.timestamp ?? 0, leaf.format ?? '{date_long} {time}') };
    default:
      return { kind: 'text', text: leaf.text ?? '' };
  }
}
