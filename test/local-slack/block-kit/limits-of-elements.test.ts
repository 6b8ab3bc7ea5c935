import { describe } from 'vitest';
import { validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { holdTo, type Limit } from './limit-table.ts';
import { actions, button, input, letters, modal, mrkdwn, option, plain, times } from './payloads.ts';

const element = (make: (size: number) => unknown) => (size: number) => [actions(make(size))];
const field = (make: (size: number) => unknown) => (size: number) => [input(make(size))];
const confirming = (fields: (size: number) => object) => (size: number) => [
  actions(
    button({
      confirm: { title: plain('t'), text: plain('t'), confirm: plain('t'), deny: plain('t'), ...fields(size) },
    }),
  ),
];
const select = (fields: object) => ({ type: 'static_select', ...fields });
const url = (size: number) => `https://a.b/${letters(size - 'https://a.b/'.length)}`;
const feedback = (fields: object) => [
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        positive_button: { text: plain('t'), value: 'v', ...fields },
        negative_button: { text: plain('t'), value: 'v' },
      },
    ],
  },
];

const ELEMENTS: readonly Limit[] = [
  { what: 'action_id', max: 255, min: 1, sized: element((n) => button({ action_id: letters(n) })) },
  { what: 'button text', max: 75, min: 1, sized: element((n) => button({ text: plain(letters(n)) })) },
  { what: 'button value', max: 2000, sized: element((n) => button({ value: letters(n) })) },
  { what: 'button url', max: 3000, sized: element((n) => button({ url: url(n) })) },
  { what: 'button label', max: 75, min: 1, sized: element((n) => button({ accessibility_label: letters(n) })) },
  { what: 'confirm title', max: 100, min: 1, sized: confirming((n) => ({ title: plain(letters(n)) })) },
  { what: 'confirm text', max: 300, min: 1, sized: confirming((n) => ({ text: mrkdwn(letters(n)) })) },
  { what: 'confirm button', max: 30, min: 1, sized: confirming((n) => ({ confirm: plain(letters(n)) })) },
  { what: 'deny button', max: 30, min: 1, sized: confirming((n) => ({ deny: plain(letters(n)) })) },
  {
    what: 'option text',
    max: 75,
    min: 1,
    sized: element((n) => select({ options: [option('v', { text: plain(letters(n)) })] })),
  },
  { what: 'option value', max: 150, min: 1, sized: element((n) => select({ options: [option(letters(n))] })) },
  {
    what: 'option description',
    max: 75,
    min: 1,
    sized: element((n) => select({ options: [option('v', { description: plain(letters(n)) })] })),
  },
  {
    what: 'select options',
    max: 100,
    min: 1,
    sized: element((n) => select({ options: times(n, (i) => option(`v${i}`)) })),
  },
  {
    what: 'option groups',
    max: 100,
    min: 1,
    sized: element((n) =>
      select({ option_groups: times(n, (i) => ({ label: plain('g'), options: [option(`v${i}`)] })) }),
    ),
  },
  {
    what: 'options of a group',
    max: 100,
    min: 1,
    sized: element((n) =>
      select({ option_groups: [{ label: plain('g'), options: times(n, (i) => option(`v${i}`)) }] }),
    ),
  },
  {
    what: 'group label',
    max: 75,
    min: 1,
    sized: element((n) => select({ option_groups: [{ label: plain(letters(n)), options: [option('v')] }] })),
  },
  {
    what: 'placeholder',
    max: 150,
    min: 1,
    sized: element((n) => ({ type: 'users_select', placeholder: plain(letters(n)) })),
  },
  {
    what: 'overflow options',
    max: 5,
    min: 1,
    sized: element((n) => ({ type: 'overflow', options: times(n, (i) => option(`v${i}`)) })),
  },
  {
    what: 'checkboxes',
    max: 10,
    min: 1,
    sized: element((n) => ({ type: 'checkboxes', options: times(n, (i) => option(`v${i}`)) })),
  },
  {
    what: 'radio buttons',
    max: 10,
    min: 1,
    sized: element((n) => ({ type: 'radio_buttons', options: times(n, (i) => option(`v${i}`)) })),
  },
  { what: 'feedback text', max: 75, min: 1, sized: (n) => feedback({ text: plain(letters(n)) }) },
  { what: 'feedback value', max: 2000, sized: (n) => feedback({ value: letters(n) }) },
  { what: 'feedback label', max: 75, min: 1, sized: (n) => feedback({ accessibility_label: letters(n) }) },
  {
    what: 'users an icon button is shown to',
    max: 10,
    sized: (n) => [
      {
        type: 'context_actions',
        elements: [
          { type: 'icon_button', icon: 'trash', text: plain('t'), visible_to_user_ids: times(n, (i) => `U${i}`) },
        ],
      },
    ],
  },
];

const INPUTS: readonly Limit[] = [
  {
    what: 'label',
    max: 2000,
    min: 1,
    sized: (n) => [input({ type: 'plain_text_input' }, { label: plain(letters(n)) })],
  },
  { what: 'hint', max: 2000, min: 1, sized: (n) => [input({ type: 'plain_text_input' }, { hint: plain(letters(n)) })] },
  { what: 'initial text', max: 3000, sized: field((n) => ({ type: 'plain_text_input', initial_value: letters(n) })) },
  { what: 'min_length', max: 3000, min: 0, sized: field((n) => ({ type: 'plain_text_input', min_length: n })) },
  { what: 'max_length', max: 3000, min: 1, sized: field((n) => ({ type: 'plain_text_input', max_length: n })) },
  { what: 'min_lines', max: 100, min: 1, sized: field((n) => ({ type: 'rich_text_input', min_lines: n })) },
  { what: 'max_lines', max: 100, min: 1, sized: field((n) => ({ type: 'rich_text_input', max_lines: n })) },
  { what: 'max_files', max: 10, min: 1, sized: field((n) => ({ type: 'file_input', max_files: n })) },
];

describe('limits of elements', () => {
  holdTo(ELEMENTS, (blocks) => validateMessage({ text: 't', blocks }));
});

describe('limits of inputs', () => {
  holdTo(INPUTS, (blocks) => validateView(modal(blocks)));
});
