// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { icon } from '../../icon.js';
import { drawText } from '../text.js';

const looks = new Map([
  ['info', 'info'],
  ['warning', 'failed'],
  ['error', 'failed'],
  ['success', 'done'],
]);

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawAlert(block, stage) {
  const level = looks.has(block.level ?? '') ? block.level : 'default';
  return element(
    'div',
    { class: `alert alert-${level}`, role: 'note', 'aria-label': level === 'default' ? 'Note' : level },
    icon(looks.get(level ?? '') ?? 'info'),
    element('div', {}, drawText(block.text, stage.names)),
  );
}
