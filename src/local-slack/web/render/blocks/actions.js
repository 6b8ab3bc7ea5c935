// @ts-check
/** @import { Block, Element, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawElement } from '../elements/element-of-block.js';
import { wordsOf } from '../text.js';

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawActions(block, stage) {
  /** @type {Element[]} */
  const elements = block.elements ?? [];
  return element(
    'div',
    { class: 'actions' },
    ...elements.map((part) => drawElement(part, block.block_id, stage, wordsOf(part.placeholder))),
  );
}
