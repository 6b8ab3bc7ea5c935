// @ts-check
/** @import { Element } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { isWebAddress } from '../../element.js';
import { wordsOf } from '../text.js';
import { pressable } from './pressable.js';

const styles = new Map([
  ['primary', 'button button-primary'],
  ['danger', 'button button-danger'],
]);

/**
 * `accessibility_label` names a button for people who hear it; the words on it stay in the name, so that saying them
 * still works. A link button opens its page and tells the app as well.
 * @param {Element} part
 * @param {Slot} slot
 */
export function drawButton(part, slot) {
  const press = { action_id: part.action_id ?? '', block_id: slot.blockId, value: part.value };
  const words = wordsOf(part.text);
  const longer = part.accessibility_label;
  const label = longer && !longer.includes(words) ? `${words}, ${longer}` : longer;
  const look = { class: styles.get(part.style ?? '') ?? 'button', label, disabled: part.disabled === true };
  const button = pressable(look, words, press, slot.stage, part.confirm);
  const { url } = part;
  if (url && isWebAddress(url))
    button.addEventListener('click', () => window.open(url, '_blank', 'noopener,noreferrer'));
  return button;
}
