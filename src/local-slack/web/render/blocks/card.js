// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawElement } from '../elements/element-of-block.js';
import { drawPicture } from '../picture.js';
import { drawText } from '../text.js';

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawCard(block, stage) {
  const hero = block.hero_image !== undefined && drawPicture(block.hero_image, 'large');
  const picture = block.icon !== undefined && drawPicture(block.icon, 'small');
  const title =
    block.title !== undefined && element('div', { class: 'card-title' }, drawText(block.title, stage.names));
  const subtitle =
    block.subtitle !== undefined && element('div', { class: 'muted' }, drawText(block.subtitle, stage.names));
  const body = block.body !== undefined && element('div', { class: 'card-body' }, drawText(block.body, stage.names));
  const actions =
    block.actions !== undefined &&
    element(
      'div',
      { class: 'actions' },
      ...block.actions.map((button) => drawElement(button, block.block_id, stage, '')),
    );
  return element(
    'div',
    { class: 'card' },
    hero,
    element('div', { class: 'card-head' }, picture, element('div', {}, title, subtitle)),
    body,
    actions,
  );
}

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawCarousel(block, stage) {
  const cards = (block.elements ?? []).map((card) => drawCard(card, stage));
  return element('div', { class: 'carousel', role: 'region', 'aria-label': 'Cards', tabindex: '0' }, ...cards);
}
