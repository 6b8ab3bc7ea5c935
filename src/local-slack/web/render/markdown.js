// @ts-check
/** @import { Names } from '../names.js' */
/** @import { Part } from './markdown-blocks.js' */
import { element, fragment } from '../element.js';
import { markdownParts } from './markdown-blocks.js';
import { markdownSpans } from './markdown-spans.js';
import { drawSpans } from './spans.js';

/**
 * Draws Markdown as Slack draws a `markdown` block or streamed text.
 * @param {string} text
 * @param {Names} names
 * @returns {DocumentFragment}
 */
export function drawMarkdown(text, names) {
  return drawParts(markdownParts(text), names);
}

/**
 * @param {readonly Part[]} parts
 * @param {Names} names
 */
function drawParts(parts, names) {
  return fragment(...parts.map((part) => drawPart(part, names)));
}

/**
 * @param {Part} part
 * @param {Names} names
 * @returns {HTMLElement}
 */
function drawPart(part, names) {
  switch (part.kind) {
    case 'paragraph':
      return element('p', {}, drawSpans(markdownSpans(part.text), names));
    case 'heading':
      // The page's own headings are levels 1 and 2; a message's start below them.
      return element(
        'p',
        { class: `heading heading-${part.level}`, role: 'heading', 'aria-level': part.level + 2 },
        drawSpans(markdownSpans(part.text), names),
      );
    case 'code':
      return element('pre', {}, element('code', {}, part.text));
    case 'rule':
      return element('hr');
    case 'quote':
      return element('blockquote', {}, drawParts(part.parts, names));
    case 'list':
      return drawList(part, names);
    case 'table':
      return drawTable(part, names);
  }
}

/**
 * @param {Extract<Part, { kind: 'list' }>} list
 * @param {Names} names
 */
function drawList(list, names) {
  const items = list.items.map(({ checked, parts }) => {
    const box =
      checked !== undefined &&
      element('input', { type: 'checkbox', disabled: true, checked, 'aria-label': checked ? 'done' : 'not done' });
    const [first, ...rest] = parts;
    // A tight item has no paragraph of its own, so that lists stay close.
    const lead =
      first?.kind === 'paragraph'
        ? drawSpans(markdownSpans(first.text), names)
        : drawParts(first ? [first] : [], names);
    return element('li', { class: checked === undefined ? undefined : 'task' }, box, lead, drawParts(rest, names));
  });
  return list.ordered ? element('ol', { start: list.start }, ...items) : element('ul', {}, ...items);
}

/**
 * @param {Extract<Part, { kind: 'table' }>} table
 * @param {Names} names
 */
function drawTable(table, names) {
  /** @param {string} text @param {number} column @param {'th' | 'td'} tag */
  const cell = (text, column, tag) =>
    element(tag, { class: `align-${table.align[column] ?? 'left'}` }, drawSpans(markdownSpans(text), names));
  const head = element('thead', {}, element('tr', {}, ...table.head.map((text, column) => cell(text, column, 'th'))));
  const rows = table.rows.map((row) =>
    element('tr', {}, ...table.head.map((_, column) => cell(row[column] ?? '', column, 'td'))),
  );
  return element(
    'div',
    { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': 'Table' },
    element('table', {}, head, element('tbody', {}, ...rows)),
  );
}
