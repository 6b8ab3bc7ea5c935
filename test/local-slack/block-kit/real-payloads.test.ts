import { describe, expect, test } from 'vitest';
import { validateChunks, validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import type { Verdict } from '../../../src/local-slack/server/block-kit/verdict.ts';
import { accepted, type Rejection, receivedOnly, rejected, type Sample } from './fixtures.ts';
import { home, modal } from './payloads.ts';

const OK = { kind: 'ok' };

/**
 * s156: a unit test of an SDK sends a null column setting; the real service was seen to refuse exactly that.
 * s056: a third party's fixture gives a rich text input a bare text part; the documentation and SDK want a rich_text block.
 */
const CONTRADICTED = new Set(['s156', 's056']);

/** Whether Slack has finished an upload is not in the payload. */
const NOT_DECIDABLE_FROM_THE_PAYLOAD = new Set(['slack-file-not-ready']);

function samples(kind: string): readonly Sample[] {
  return accepted(kind).filter(({ id }) => !CONTRADICTED.has(id));
}

/** A blocks array does not say where it is shown: it has to be fine somewhere. */
function somewhere(blocks: unknown): readonly Verdict['kind'][] {
  return [validateMessage({ blocks }), validateView(modal(blocks)), validateView(home(blocks))].map(({ kind }) => kind);
}

/** The blocks that may hold an element. */
function aroundElement(element: unknown): readonly unknown[] {
  const label = { type: 'plain_text', text: 'Label' };
  return [
    { type: 'section', text: { type: 'mrkdwn', text: 'text' }, accessory: element },
    { type: 'actions', elements: [element] },
    { type: 'context_actions', elements: [element] },
    { type: 'input', label, element },
    { type: 'task_card', task_id: '1', title: 't', status: 'complete', sources: [element] },
    { type: 'card', title: { type: 'mrkdwn', text: 't' }, slack_icon: element },
  ];
}

/** The places that may hold a composition object. */
function aroundObject(object: unknown): readonly unknown[] {
  const text = { type: 'plain_text', text: 'Press' };
  const label = { type: 'plain_text', text: 'Label' };
  const workflow = { trigger: object };
  return [
    { type: 'section', text: object },
    { type: 'actions', elements: [{ type: 'button', text, confirm: object }] },
    { type: 'actions', elements: [{ type: 'static_select', options: [object] }] },
    { type: 'actions', elements: [{ type: 'static_select', option_groups: [object] }] },
    { type: 'actions', elements: [{ type: 'overflow', options: [object] }] },
    { type: 'actions', elements: [{ type: 'conversations_select', filter: object }] },
    { type: 'actions', elements: [{ type: 'workflow_button', text, workflow }] },
    { type: 'actions', elements: [{ type: 'workflow_button', text, workflow: object }] },
    { type: 'image', alt_text: 'a', slack_file: object },
    { type: 'input', label, element: { type: 'plain_text_input', dispatch_action_config: object } },
  ];
}

function aroundRichTextPart(part: unknown): readonly unknown[] {
  return [part, { type: 'rich_text_section', elements: [part] }].map((element) => ({
    type: 'rich_text',
    elements: [element],
  }));
}

function judge({ payload }: Rejection): Verdict {
  return 'view' in payload ? validateView(payload.view) : validateMessage(payload);
}

describe('payloads known to be accepted', () => {
  test.each(samples('blocks'))('blocks $id are accepted', ({ payload }) => {
    expect(somewhere(payload)).toContain('ok');
  });

  test.each(samples('view'))('view $id is accepted', ({ payload }) => {
    expect(validateView(payload)).toEqual(OK);
  });

  test.each(samples('message'))('message $id is accepted', ({ payload }) => {
    expect(validateMessage(Object(payload))).toEqual(OK);
  });

  test.each(samples('attachments'))('attachments $id are accepted', ({ payload }) => {
    expect(validateMessage({ attachments: payload })).toEqual(OK);
  });

  test.each(samples('chunk'))('chunk $id is accepted', ({ payload }) => {
    expect(validateChunks([payload])).toEqual(OK);
  });

  test.each(samples('element'))('element $id is accepted in a block that holds it', ({ payload }) => {
    expect(aroundElement(payload).flatMap((block) => somewhere([block]))).toContain('ok');
  });

  test.each(samples('object'))('object $id is accepted in a place that holds it', ({ payload }) => {
    expect(aroundObject(payload).flatMap((block) => somewhere([block]))).toContain('ok');
  });

  test.each(samples('rich_text_part'))('part $id of a rich text is accepted', ({ payload }) => {
    expect(aroundRichTextPart(payload).flatMap((block) => somewhere([block]))).toContain('ok');
  });
});

describe('payloads known to be refused', () => {
  const decidable = rejected().filter(({ id }) => !NOT_DECIDABLE_FROM_THE_PAYLOAD.has(id));

  test.each(decidable)('$id is refused with $error', (rejection) => {
    expect(judge(rejection)).toMatchObject({ kind: 'refused', error: rejection.error });
  });

  const quoted = decidable.filter(({ evidence, messages }) => evidence === 'A' && messages.length > 0);

  test.each(quoted)('$id is refused in the words of the real answer', (rejection) => {
    const lines = rejection.messages.map((message) => `[ERROR] ${message}`);
    expect(judge(rejection)).toMatchObject({ messages: expect.arrayContaining(lines) });
  });
});

describe('what Slack delivers but takes from no sender', () => {
  test.each(receivedOnly())('$id is refused everywhere', ({ kind, payload }) => {
    const verdicts = kind === 'view' ? [validateView(payload).kind] : somewhere(payload);
    expect(verdicts).not.toContain('ok');
  });
});
