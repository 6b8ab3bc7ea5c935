// @ts-check
/** @import { Block } from '../../shapes.js' */
import { element, outsideLink } from '../../element.js';
import { drawPicture } from '../picture.js';
import { wordsOf } from '../text.js';

/** @param {Block} block */
export function drawImage(block) {
  const title = block.title !== undefined && element('figcaption', {}, wordsOf(block.title));
  return element('figure', {}, title, drawPicture(block, 'large'));
}

/** @param {Block} block */
export function drawVideo(block) {
  const title = outsideLink(block.video_url ?? '', wordsOf(block.title));
  return element(
    'figure',
    {},
    element('figcaption', {}, title),
    drawPicture({ alt_text: block.alt_text ?? '' }, 'large'),
  );
}
