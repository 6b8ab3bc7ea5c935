// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawElement } from '../elements/element-of-block.js';
import { drawText, wordsOf } from '../text.js';

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawSection(block, stage) {
  const text = block.text !== undefined && element('div', { class: 'section-text' }, drawText(block.text, stage.names));
  const fields =
    block.fields !== undefined &&
    element(
      'div',
      { class: 'section-fields' },
      ...block.fields.map((field) => element('div', {}, drawText(field, stage.names))),
    );
  const accessory =
    block.accessory !== undefined &&
    element(
      'div',
      { class: 'section-accessory' },
      drawElement(block.accessory, block.block_id, stage, wordsOf(block.text)),
    );
  return element('div', { class: 'section' }, element('div', { class: 'section-body' }, text, fields), accessory);
}

/** @param {Block} block */
export function drawHeader(block) {
  return element('p', { class: 'heading heading-1', role: 'heading', 'aria-level': 3 }, wordsOf(block.text));
}

export function drawDivider() {
  return element('hr');
}
