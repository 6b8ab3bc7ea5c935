// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawMarkdown } from '../markdown.js';
import { wordsOf } from '../text.js';

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawMarkdownBlock(block, stage) {
  return element('div', { class: 'markdown' }, drawMarkdown(wordsOf(block.text), stage.names));
}
