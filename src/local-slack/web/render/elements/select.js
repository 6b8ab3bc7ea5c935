// @ts-check
/** @import { Element, Option } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { element } from '../../element.js';
import { wordsOf } from '../text.js';
import { initiallyChosen, offered } from './options.js';
import { controlAttributes, joinForm, sendChoice } from './slot.js';

/**
 * A select with one choice and options the page already has: the browser's own control.
 * @param {Element} part
 * @param {Slot} slot
 */
export function drawSelect(part, slot) {
  const { options, groups } = offered(part, slot.stage.names);
  const control = element(
    'select',
    { ...controlAttributes(part, slot), class: 'select' },
    element('option', { value: '' }, wordsOf(part.placeholder) || 'Choose an option'),
    ...options.map(drawOption),
    ...groups.map((group) => element('optgroup', { label: wordsOf(group.label) }, ...group.options.map(drawOption))),
  );
  control.value = initiallyChosen(part, slot.stage.names)[0]?.value ?? '';
  let before = control.value;
  const send = async () => {
    if (control.value === '') return;
    if (await sendChoice(part, slot, control.value)) before = control.value;
    else control.value = before;
  };
  control.addEventListener('change', () => void send());
  joinForm(part, slot, {
    read: () => control.value || null,
    keep: () => control.value,
    restore: (kept) => {
      control.value = kept;
    },
  });
  return control;
}

/** @param {Option} option */
function drawOption(option) {
  return element('option', { value: option.value }, wordsOf(option.text));
}
