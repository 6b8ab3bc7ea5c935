// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawPicture } from '../picture.js';
import { drawText } from '../text.js';
import { drawRichText } from './rich-text.js';

/**
 * A titled box around other blocks; a collapsible one opens and closes like any `details`.
 * @param {Block} block
 * @param {Stage} stage
 * @param {(blocks: Block[], stage: Stage) => Node} drawChildren given, because containers hold blocks and blocks hold containers
 */
export function drawContainer(block, stage, drawChildren) {
  const title = block.rich_text_title ? drawRichText(block.rich_text_title, stage) : drawText(block.title, stage.names);
  const subtitle =
    block.subtitle !== undefined && element('div', { class: 'muted' }, drawText(block.subtitle, stage.names));
  const picture = block.icon !== undefined && drawPicture(block.icon, 'small');
  const head = element(
    'div',
    { class: 'container-head' },
    picture,
    element('div', {}, element('div', { class: 'card-title' }, title), subtitle),
  );
  const body = element('div', { class: 'container-body' }, drawChildren(block.child_blocks ?? [], stage));
  if (!block.is_collapsible) return element('div', { class: 'container' }, head, body);
  return element(
    'details',
    { class: 'container', open: !block.default_collapsed, 'data-keep': `${block.block_id ?? ''}/container` },
    element('summary', {}, head),
    body,
  );
}
