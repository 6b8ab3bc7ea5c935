// @ts-check
/** @import { Element, Option } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { element } from '../../element.js';
import { drawText } from '../text.js';
import { controlAttributes, joinForm, sendChoice } from './slot.js';

/**
 * Checkboxes and radio buttons.
 * @param {Element} part
 * @param {Slot} slot
 */
export function drawChoices(part, slot) {
  const many = part.type === 'checkboxes';
  const initial = new Set(many ? part.initial_options?.map((option) => option.value) : [part.initial_option?.value]);
  const name = `${slot.stage.scope}-${slot.blockId ?? ''}-${part.action_id ?? ''}`;
  const boxes = (part.options ?? []).map((option) => box(option, name, many, initial.has(option.value), slot));
  const chosen = () => boxes.filter(({ control }) => control.checked).map(({ control }) => control.value);
  const read = () => (many ? chosen() : (chosen()[0] ?? null));
  /** @param {readonly string[]} values */
  const restore = (values) => {
    for (const { control } of boxes) control.checked = values.includes(control.value);
  };
  let before = chosen();
  const attributes = controlAttributes(part, slot);
  const group = element(
    'div',
    {
      class: 'choices',
      role: many ? 'group' : 'radiogroup',
      'aria-label': slot.input ? slot.label : attributes['aria-label'],
      change: async () => {
        if (await sendChoice(part, slot, read())) before = chosen();
        else restore(before);
      },
    },
    ...boxes.map(({ row }) => row),
  );
  joinForm(part, slot, { read, keep: chosen, restore });
  return group;
}

/**
 * @param {Option} option
 * @param {string} name
 * @param {boolean} many
 * @param {boolean} checked
 * @param {Slot} slot
 */
function box(option, name, many, checked, slot) {
  const value = option.value ?? '';
  const control = element('input', {
    type: many ? 'checkbox' : 'radio',
    name,
    value,
    checked,
    'data-keep': `${name}/${value}`,
  });
  const description =
    option.description !== undefined &&
    element('span', { class: 'muted choice-description' }, drawText(option.description, slot.stage.names));
  const row = element(
    'label',
    { class: 'choice' },
    control,
    element('span', {}, drawText(option.text, slot.stage.names), description),
  );
  return { control, row };
}
