// @ts-check
/** @import { Block, Element, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { icon } from '../../icon.js';
import { pressable } from '../elements/pressable.js';
import { wordsOf } from '../text.js';

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawContextActions(block, stage) {
  /** @type {Element[]} */
  const elements = block.elements ?? [];
  const visible = elements.filter(
    (part) => !part.visible_to_user_ids || part.visible_to_user_ids.includes(stage.viewer),
  );
  return element(
    'div',
    { class: 'context-actions' },
    ...visible.flatMap((part) => drawPart(part, block.block_id, stage)),
  );
}

/**
 * @param {Element} part
 * @param {string | undefined} blockId
 * @param {Stage} stage
 * @returns {HTMLElement[]}
 */
function drawPart(part, blockId, stage) {
  const actionId = part.action_id ?? '';
  if (part.type === 'feedback_buttons') {
    return /** @type {const} */ ([
      ['up', part.positive_button],
      ['down', part.negative_button],
    ]).flatMap(([look, choice]) => {
      if (!choice) return [];
      const label = choice.accessibility_label || wordsOf(choice.text);
      return [
        pressable(
          { class: 'button-quiet', label, title: wordsOf(choice.text) },
          icon(look),
          { action_id: actionId, block_id: blockId, value: choice.value },
          stage,
        ),
      ];
    });
  }
  const label = part.accessibility_label || wordsOf(part.text);
  return [
    pressable(
      { class: 'button-quiet', label, title: wordsOf(part.text) },
      icon(part.icon ?? ''),
      { action_id: actionId, block_id: blockId, value: part.value },
      stage,
      part.confirm,
    ),
  ];
}
