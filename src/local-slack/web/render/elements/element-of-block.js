// @ts-check
/** @import { Element, Stage } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { element } from '../../element.js';
import { drawPicture } from '../picture.js';
import { drawButton } from './button.js';
import { drawChoices } from './choices.js';
import { drawDate } from './date.js';
import { drawOverflow } from './overflow.js';
import { drawSearchSelect } from './search-select.js';
import { drawSelect } from './select.js';
import { drawTextInput } from './text-input.js';

/** @type {Map<string, (part: Element, slot: Slot) => HTMLElement>} */
const drawings = new Map(
  /** @type {[string, (part: Element, slot: Slot) => HTMLElement][]} */ ([
    ['button', drawButton],
    ['workflow_button', drawButton],
    ['image', (part) => drawPicture(part, 'medium')],
    ['overflow', drawOverflow],
    ['checkboxes', drawChoices],
    ['radio_buttons', drawChoices],
    ['static_select', drawSelect],
    ['users_select', drawSelect],
    ['channels_select', drawSelect],
    ['conversations_select', drawSelect],
    ['external_select', drawSearchSelect],
    ['multi_static_select', drawSearchSelect],
    ['multi_external_select', drawSearchSelect],
    ['multi_users_select', drawSearchSelect],
    ['multi_channels_select', drawSearchSelect],
    ['multi_conversations_select', drawSearchSelect],
    ['datepicker', drawDate],
    ['timepicker', drawDate],
    ['datetimepicker', drawDate],
    ['plain_text_input', drawTextInput],
    ['rich_text_input', drawTextInput],
    ['number_input', drawTextInput],
    ['email_text_input', drawTextInput],
    ['url_text_input', drawTextInput],
    ['file_input', () => element('p', { class: 'muted' }, 'Files cannot be attached on this page.')],
  ]),
);

/**
 * @param {Element} part
 * @param {string | undefined} blockId
 * @param {Stage} stage
 * @param {string} label what the control is called where it has no visible label of its own
 * @param {{ id: string, dispatches: boolean, optional: boolean }} [input] set in an input block
 * @returns {HTMLElement}
 */
export function drawElement(part, blockId, stage, label, input) {
  const draw = drawings.get(part.type);
  if (!draw) return element('span', { class: 'muted' }, `This page does not draw "${part.type}".`);
  return draw(part, { blockId, stage, label, input });
}
