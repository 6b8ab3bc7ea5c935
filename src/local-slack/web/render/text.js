// @ts-check
/** @import { Names } from '../names.js' */
/** @import { Text } from '../shapes.js' */
import { fragment } from '../element.js';
import { drawMrkdwn } from './mrkdwn.js';

/**
 * A text object. `plain_text` is shown letter by letter: no marks, no links, no mentions.
 * @param {Text | string | undefined} text
 * @param {Names} names
 * @returns {DocumentFragment}
 */
export function drawText(text, names) {
  if (text === undefined) return fragment();
  if (typeof text === 'string') return fragment(text);
  return text.type === 'mrkdwn' ? drawMrkdwn(text.text, names) : fragment(text.text);
}

/**
 * @param {Text | string | undefined} text
 * @returns {string}
 */
export function wordsOf(text) {
  if (text === undefined) return '';
  return typeof text === 'string' ? text : text.text;
}
