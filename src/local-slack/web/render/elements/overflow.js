// @ts-check
/** @import { Element } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { isWebAddress } from '../../element.js';
import { icon } from '../../icon.js';
import { makeMenu } from '../../menu.js';
import { wordsOf } from '../text.js';
import { sendChoice } from './slot.js';

/**
 * @param {Element} part
 * @param {Slot} slot
 */
export function drawOverflow(part, slot) {
  const items = (part.options ?? []).map((option) => ({
    label: wordsOf(option.text),
    choose: () => {
      const { url } = option;
      if (url && isWebAddress(url)) window.open(url, '_blank', 'noopener,noreferrer');
      void sendChoice(part, slot, option.value ?? '');
    },
  }));
  return makeMenu(
    {
      label: 'More options',
      class: 'button button-icon',
      inside: icon('more'),
      keep: `${slot.blockId ?? ''}/${part.action_id ?? ''}`,
    },
    items,
  );
}
