// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element, fragment } from '../../element.js';
import { drawActions } from './actions.js';
import { drawAlert } from './alert.js';
import { drawCard, drawCarousel } from './card.js';
import { drawChart } from './chart.js';
import { drawContainer } from './container.js';
import { drawContext } from './context.js';
import { drawContextActions } from './feedback.js';
import { drawImage, drawVideo } from './image.js';
import { drawInput } from './input.js';
import { drawMarkdownBlock } from './markdown-block.js';
import { drawRichText } from './rich-text.js';
import { drawDivider, drawHeader, drawSection } from './section.js';
import { drawTable } from './table.js';
import { drawPlan, drawTaskCard } from './task.js';

/** @type {Map<string, (block: any, stage: Stage) => Node>} */
const drawings = new Map(
  /** @type {[string, (block: any, stage: Stage) => Node][]} */ ([
    ['actions', drawActions],
    ['alert', drawAlert],
    ['card', drawCard],
    ['carousel', drawCarousel],
    ['container', (block, stage) => drawContainer(block, stage, drawBlocks)],
    ['context', drawContext],
    ['context_actions', drawContextActions],
    ['data_table', drawTable],
    ['data_visualization', drawChart],
    ['divider', drawDivider],
    ['header', drawHeader],
    ['image', drawImage],
    ['input', drawInput],
    ['markdown', drawMarkdownBlock],
    ['plan', drawPlan],
    ['rich_text', drawRichText],
    ['section', drawSection],
    ['table', drawTable],
    ['task_card', drawTaskCard],
    ['video', drawVideo],
  ]),
);

/**
 * Draws the blocks of a message, modal or home tab. A type this page does not know is named in its place, so that a missing
 * drawing is seen and not taken for an empty message.
 * @param {readonly Block[]} blocks
 * @param {Stage} stage
 * @returns {DocumentFragment}
 */
export function drawBlocks(blocks, stage) {
  return fragment(
    ...blocks.map((block) => {
      const draw = drawings.get(block.type);
      const drawn = draw
        ? draw(block, stage)
        : element('p', { class: 'muted' }, `This page does not draw "${block.type}" blocks.`);
      return element('div', { class: `block block-${draw ? block.type : 'unknown'}` }, drawn);
    }),
  );
}
