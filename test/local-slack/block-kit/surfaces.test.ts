import { describe, expect, test } from 'vitest';
import { validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import type { Verdict } from '../../../src/local-slack/server/block-kit/verdict.ts';
import { actions, button, home, input, modal, mrkdwn, plain, richText, section } from './payloads.ts';

const raw = { type: 'raw_text', text: 'x' };
const pie = { type: 'pie', segments: [{ label: 'a', value: 1 }] };
const trigger = { url: 'https://slack.com/shortcuts/Ft1/x' };
const workflowButton = { type: 'workflow_button', text: plain('Run'), workflow: { trigger } };
const icon = { type: 'icon_button', icon: 'trash', text: plain('Delete') };
const card = { type: 'card', title: mrkdwn('t') };

const EVERYWHERE = 'message modal home';

/** What may stand where: https://docs.slack.dev/reference/block-kit, "Available in surfaces". */
const PLACES: readonly (readonly [string, unknown, string])[] = [
  ['section', section('s'), EVERYWHERE],
  ['header', { type: 'header', text: plain('h') }, EVERYWHERE],
  ['divider', { type: 'divider' }, EVERYWHERE],
  ['rich_text', richText('r'), EVERYWHERE],
  ['actions', actions(button()), EVERYWHERE],
  ['alert', { type: 'alert', text: plain('a') }, EVERYWHERE],
  ['markdown', { type: 'markdown', text: 'm' }, 'message'],
  ['task_card', { type: 'task_card', task_id: '1', title: 't', status: 'pending' }, 'message'],
  ['plan', { type: 'plan', title: 'p' }, 'message'],
  ['context_actions', { type: 'context_actions', elements: [icon] }, 'message'],
  ['card', card, 'message home'],
  ['carousel', { type: 'carousel', elements: [card] }, 'message home'],
  ['container', { type: 'container', title: plain('t'), child_blocks: [section('s')] }, 'message home'],
  ['table', { type: 'table', rows: [[raw]] }, 'message home'],
  ['data_table', { type: 'data_table', caption: 'c', rows: [[raw], [raw]] }, 'message home'],
  ['data_visualization', { type: 'data_visualization', title: 't', chart: pie }, 'message home'],
  ['file', { type: 'file', external_id: 'x', source: 'remote' }, ''],
  ['plain_text_input', input({ type: 'plain_text_input' }), EVERYWHERE],
  ['email_text_input', input({ type: 'email_text_input' }), 'modal'],
  ['url_text_input', input({ type: 'url_text_input' }), 'modal'],
  ['number_input', input({ type: 'number_input', is_decimal_allowed: true }), 'modal'],
  ['file_input', input({ type: 'file_input' }), 'modal'],
  ['rich_text_input', input({ type: 'rich_text_input' }), 'modal home'],
  ['datetimepicker', input({ type: 'datetimepicker' }), 'message modal'],
  ['workflow_button', actions(workflowButton), 'message'],
];

const JUDGES: ReadonlyMap<string, (block: unknown) => Verdict> = new Map([
  ['message', (block) => validateMessage({ text: 't', blocks: [block] })],
  ['modal', (block) => validateView(modal([block]))],
  ['home', (block) => validateView(home([block]))],
]);

describe('where a block or element may stand', () => {
  test.each(PLACES)('%s', (_name, block, places) => {
    const allowed = [...JUDGES].filter(([, judge]) => judge(block).kind === 'ok').map(([surface]) => surface);
    expect(allowed.join(' ')).toBe(places);
  });
});

describe('which element may stand in which block', () => {
  test.each([
    ['a text input in an actions block', actions({ type: 'plain_text_input' })],
    ['an image in an actions block', actions({ type: 'image', image_url: 'https://a.b/c.png', alt_text: 'a' })],
    ['a button in an input block', input(button())],
    ['a button in a context block', { type: 'context', elements: [button()] }],
    ['a text input beside a section', section('s', { accessory: { type: 'plain_text_input' } })],
    ['an icon button in an actions block', actions(icon)],
  ])('%s is refused', (_name, block) => {
    expect(validateView(modal([block])).kind).toBe('refused');
  });
});

describe('a modal', () => {
  test('with an input needs a submit button', () => {
    const view = { type: 'modal', title: plain('t'), blocks: [section('s'), input({ type: 'plain_text_input' })] };
    expect(validateView(view)).toMatchObject({
      error: 'invalid_arguments',
      messages: expect.arrayContaining([
        '[ERROR] must define `submit` to use an `input` block in modals [json-pointer:/view/blocks/1/input]',
      ]),
    });
  });

  test('without an input needs none', () => {
    expect(validateView({ type: 'modal', title: plain('t'), blocks: [section('s')] })).toEqual({ kind: 'ok' });
  });

  test('gives the focus to one element only', () => {
    const focused = { type: 'plain_text_input', focus_on_load: true };
    expect(validateView(modal([input(focused), input(focused)]))).toMatchObject({
      messages: expect.arrayContaining([
        '[ERROR] only one element may be focused [json-pointer:/view/blocks/1/element/focus_on_load]',
      ]),
    });
  });

  const ofSize = (bytes: number) => {
    const blocks = Array(99).fill(section('x'.repeat(2440)));
    const rest = bytes - JSON.stringify(modal([...blocks, section('')])).length;
    return modal([...blocks, section('x'.repeat(rest))]);
  };

  test('may be of 250 kB', () => {
    expect(validateView(ofSize(250_000))).toEqual({ kind: 'ok' });
  });

  test('of more is too large although every part is in its limits', () => {
    expect(validateView(ofSize(250_001))).toMatchObject({ error: 'view_too_large' });
  });

  test('is not sent back as it was received', () => {
    const view = modal([section('s')], { id: 'V1', hash: '1.a' });
    expect(validateView(view)).toMatchObject({
      messages: expect.arrayContaining(['[ERROR] invalid additional property: hash [json-pointer:/view]']),
    });
  });
});

test('a view that is neither modal nor home tab is held to the rules of a modal', () => {
  const blocks = [input({ type: 'number_input', is_decimal_allowed: true })];
  expect(validateView({ ...modal(blocks), type: 'workflow_step' })).toMatchObject({
    messages: [
      '[ERROR] failed to match all allowed schemas [json-pointer:/view]',
      '[ERROR] must be a valid enum value [json-pointer:/view/type]',
    ],
  });
});

describe('a home tab', () => {
  test('uses each block_id once', () => {
    const named = section('s', { block_id: 'x' });
    expect(validateView(home([named, named])).kind).toBe('refused');
  });

  test('has no title', () => {
    expect(validateView(home([section('s')], { title: plain('t') })).kind).toBe('refused');
  });

  test('needs no submit button for its inputs', () => {
    expect(validateView(home([input({ type: 'plain_text_input' })]))).toEqual({ kind: 'ok' });
  });
});

describe('inputs', () => {
  const field = (fields: object) => validateView(modal([input({ type: 'number_input', ...fields })]));

  test('with a least above the most are refused', () => {
    expect(field({ is_decimal_allowed: false, min_value: '10', max_value: '9' }).kind).toBe('refused');
  });

  test('compare numbers as numbers, not as text', () => {
    expect(field({ is_decimal_allowed: false, min_value: '9', max_value: '10' })).toEqual({ kind: 'ok' });
  });

  test('may leave one number to choose', () => {
    expect(field({ is_decimal_allowed: false, min_value: '5', max_value: '5' })).toEqual({ kind: 'ok' });
  });

  test('start within their bounds', () => {
    expect(field({ is_decimal_allowed: false, initial_value: '11', max_value: '10' }).kind).toBe('refused');
  });

  test('hold decimals only if that is allowed', () => {
    expect(field({ is_decimal_allowed: false, initial_value: '1.5' }).kind).toBe('refused');
  });

  test('say whether decimals are allowed', () => {
    expect(field({}).kind).toBe('refused');
  });
});
