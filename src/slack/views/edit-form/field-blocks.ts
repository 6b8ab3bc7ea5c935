import type { InputBlock, PlainTextInput } from '@slack/types';
import type { EmptyMeaning, FormField } from '../../../ports/edit-form.ts';
import { LIMITS } from '../limits.ts';
import { plain } from '../rich.ts';
import { asksWhenEmpty, boxCount, boxId, emptyId, VALUE_ACTION } from './block-ids.ts';
import { choiceElement, choicesElement } from './select-elements.ts';

/** Slack's own limit for what is typed into one box. */
const MAX_TYPED = 3_000;
/** Slack takes 2,000 for label and hint; nobody reads that much beside a box. */
const MAX_LABEL = 150;
const MAX_HINT = 600;

/** The input blocks of one field: its boxes or its select, then what an empty box means where that is a question. */
export function fieldBlocks(field: FormField): readonly InputBlock[] {
  const { input } = field;
  switch (input.kind) {
    case 'choice':
      return [inputBlock(field, field.id, field.label, choiceElement(field, input.options))];
    case 'choices':
      return [inputBlock(field, field.id, field.label, choicesElement(field, input.options)), ...emptyBlocks(field)];
    case 'number':
      return [inputBlock(field, field.id, field.label, numberElement(field, input.integer)), ...emptyBlocks(field)];
    case 'text':
      return [...boxBlocks(field, input.multiline), ...emptyBlocks(field)];
    case 'list':
    case 'json':
    case 'others':
      return [...boxBlocks(field, true), ...emptyBlocks(field)];
  }
}

function boxBlocks(field: FormField, multiline: boolean): readonly InputBlock[] {
  const count = boxCount(field);
  return Array.from({ length: count }, (_, index) => {
    const label = count === 1 ? field.label : `${field.label} (part ${index + 1} of ${count})`;
    return inputBlock(field, boxId(field, index), label, textElement(field.initial.entered[index] ?? '', multiline));
  });
}

function textElement(initial: string, multiline: boolean): PlainTextInput {
  return {
    type: 'plain_text_input',
    action_id: VALUE_ACTION,
    multiline,
    max_length: MAX_TYPED,
    ...(initial === '' ? {} : { initial_value: initial }),
  };
}

/** Numbers Slack's number input could show in another way, such as 1e+21, are entered as text. */
function numberElement(field: FormField, integer: boolean): InputBlock['element'] {
  const initial = field.initial.entered[0] ?? '';
  if (!/^(?:-?\d{1,15}(?:\.\d{1,6})?)?$/.test(initial)) return textElement(initial, false);
  return {
    type: 'number_input',
    action_id: VALUE_ACTION,
    is_decimal_allowed: !integer || initial.includes('.'),
    ...(initial === '' ? {} : { initial_value: initial }),
  };
}

const EMPTY_LABELS: Readonly<Record<EmptyMeaning, string>> = {
  omit: 'Leave it out',
  null: 'Send null',
  empty: 'Send it empty',
};

function emptyBlocks(field: FormField): readonly InputBlock[] {
  if (!asksWhenEmpty(field)) return [];
  const options = field.emptyMeanings.map((meaning) => ({
    text: plain(EMPTY_LABELS[meaning], LIMITS.optionText),
    value: meaning,
  }));
  const initial = options.find((option) => option.value === field.initial.whenEmpty);
  return [
    {
      type: 'input',
      block_id: emptyId(field),
      label: plain(`${field.label}: when empty`, MAX_LABEL),
      element: {
        type: 'static_select',
        action_id: VALUE_ACTION,
        options,
        ...(initial === undefined ? {} : { initial_option: initial }),
      },
    },
  ];
}

/** Only the first box of a required value must be filled in: a person may shorten a long one. */
function inputBlock(field: FormField, id: string, label: string, element: InputBlock['element']): InputBlock {
  const isFirst = id === field.id;
  return {
    type: 'input',
    block_id: id,
    label: plain(label, MAX_LABEL),
    element,
    optional: !(isFirst && (field.required || field.input.kind === 'choice')),
    ...(field.hint === '' || !isFirst ? {} : { hint: plain(field.hint, MAX_HINT) }),
  };
}
