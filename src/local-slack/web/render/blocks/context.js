// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawPicture } from '../picture.js';
import { drawText } from '../text.js';

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawContext(block, stage) {
  const parts = (block.elements ?? []).map((part) =>
    part.type === 'image' ? drawPicture(part, 'small') : element('span', {}, drawText(part, stage.names)),
  );
  return element('div', { class: 'context' }, ...parts);
}
