// @ts-check
/** @import { Block, Cell, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawRichText } from './rich-text.js';

/**
 * `table` and `data_table`: the first row is the head. The frame scrolls sideways by itself, so that the page does not.
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawTable(block, stage) {
  const [head = [], ...rows] = block.rows ?? [];
  /** @param {Cell} cell @param {number} column @param {'th' | 'td'} tag */
  const draw = (cell, column, tag) => {
    const settings = block.column_settings?.[column];
    return element(tag, { class: `align-${settings?.align ?? 'left'}` }, drawCell(cell, stage));
  };
  const caption = block.caption !== undefined && element('caption', {}, block.caption);
  return element(
    'div',
    { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': block.caption ?? 'Table' },
    element(
      'table',
      {},
      caption,
      element('thead', {}, element('tr', {}, ...head.map((cell, column) => draw(cell, column, 'th')))),
      element(
        'tbody',
        {},
        ...rows.map((row) => element('tr', {}, ...row.map((cell, column) => draw(cell, column, 'td')))),
      ),
    ),
  );
}

/**
 * @param {Cell} cell
 * @param {Stage} stage
 * @returns {Node | string}
 */
function drawCell(cell, stage) {
  if (cell.type === 'rich_text') return drawRichText(cell, stage);
  return cell.text ?? String(cell.value ?? '');
}
