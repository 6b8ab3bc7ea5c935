import type { App } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/local-slack/server/json.ts';
import type { LocalSlackOptions } from '../../../src/local-slack/server/start.ts';
import { api, errorOf } from './support/api.ts';
import { startBoltApp } from './support/bolt-app.ts';
import { openSocket, type RawSocket } from './support/raw-socket.ts';
import { list, openWorkspace, say, type TestWorkspace, until } from './support/workspace.ts';

const FORM = {
  type: 'modal' as const,
  callback_id: 'form',
  title: { type: 'plain_text' as const, text: 'Form' },
  submit: { type: 'plain_text' as const, text: 'Save' },
  private_metadata: 'opaque-1',
  blocks: [
    {
      type: 'input' as const,
      block_id: 'amount',
      label: { type: 'plain_text' as const, text: 'Amount' },
      element: { type: 'plain_text_input' as const, action_id: 'value', initial_value: '10' },
    },
  ],
};

const optional = (block_id: string, element: object) => ({
  type: 'input',
  block_id,
  optional: true,
  label: { type: 'plain_text', text: block_id },
  element: { action_id: 'value', ...element },
});

const WIDE_FORM = {
  ...FORM,
  blocks: [
    { ...optional('amount', { type: 'plain_text_input', max_length: 4 }), optional: false },
    optional('number', { type: 'number_input', is_decimal_allowed: false, min_value: '3' }),
    optional('email', { type: 'email_text_input' }),
    optional('method', {
      type: 'static_select',
      options: [{ text: { type: 'plain_text', text: 'Card' }, value: 'card' }],
    }),
  ],
};

/** A thread with one card, whose button opens the form. */
async function cardIn(workspace: TestWorkspace, listen: (app: App) => void = () => {}) {
  const triggers: string[] = [];
  const bolt = await startBoltApp(workspace, (app) => {
    app.action('edit', async ({ ack, body, client }) => {
      await ack();
      if (body.type !== 'block_actions') return;
      triggers.push(body.trigger_id);
      await client.views.open({ trigger_id: body.trigger_id, view: FORM });
    });
    listen(app);
  });
  const { channel, ts } = await say(workspace, 'U0ALICE', 'C0GENERAL', 'please');
  const card = await bolt.app.client.chat.postMessage({
    channel,
    thread_ts: ts,
    text: 'A card',
    blocks: [
      {
        type: 'actions',
        block_id: 'card',
        elements: [
          { type: 'button', action_id: 'edit', value: 'request-1', text: { type: 'plain_text', text: 'Edit' } },
          { type: 'button', action_id: 'late', value: 'request-1', text: { type: 'plain_text', text: 'Late' } },
        ],
      },
    ],
  });
  return { ...bolt, triggers, channel, root: ts, ts: String(card.ts) };
}

async function openForm(workspace: TestWorkspace, card: { channel: string; ts: string }) {
  const click = { channel: card.channel, ts: card.ts, action_id: 'edit' };
  expect(await workspace.call('POST', '/people/U0ALICE/click', click)).toEqual({ ok: true, status: 200 });
  const [view] = await until(async () => {
    const views = list(await workspace.call('GET', '/people/U0ALICE/views'), 'views');
    return views.length > 0 ? views : undefined;
  });
  return String(view?.['id']);
}

describe('a modal', () => {
  it('opens for the person who clicked and sends its values when it is submitted', async () => {
    const workspace = await openWorkspace();
    const seen: unknown[] = [];
    const card = await cardIn(workspace, (app) => {
      app.view('form', async ({ ack, view }) => {
        seen.push({ values: view.state.values, metadata: view.private_metadata });
        await ack();
      });
    });
    const id = await openForm(workspace, card);

    const answer = await workspace.call('POST', `/people/U0ALICE/views/${id}/submit`, { values: { amount: '12' } });

    expect(answer).toMatchObject({ ok: true, closed: true });
    expect(seen).toEqual([
      { values: { amount: { value: { type: 'plain_text_input', value: '12' } } }, metadata: 'opaque-1' },
    ]);
  });

  it('stays open with the complaints of the app', async () => {
    const workspace = await openWorkspace();
    const card = await cardIn(workspace, (app) => {
      app.view('form', ({ ack }) => ack({ response_action: 'errors', errors: { amount: 'Too much.' } }));
    });
    const id = await openForm(workspace, card);

    const answer = await workspace.call('POST', `/people/U0ALICE/views/${id}/submit`, { values: { amount: '12' } });

    expect(answer['errors']).toEqual({ amount: 'Too much.' });
    const open = list(await workspace.call('GET', '/people/U0ALICE/views'), 'views');
    expect(open[0]).toMatchObject({ id, errors: { amount: 'Too much.' } });
  });

  it('refuses a click on an element that is not there', async () => {
    const workspace = await openWorkspace();
    const card = await cardIn(workspace);
    const answer = await workspace.call('POST', '/people/U0ALICE/click', {
      channel: card.channel,
      ts: card.ts,
      action_id: 'approve',
    });
    expect(answer).toEqual({ ok: false, error: 'element_not_found', status: 404 });
  });

  it('is refused for a trigger that has been used', async () => {
    const workspace = await openWorkspace();
    const card = await cardIn(workspace);
    await openForm(workspace, card);
    expect(await errorOf(workspace, 'views.open', { trigger_id: card.triggers[0], view: FORM })).toBe(
      'exchanged_trigger_id',
    );
  });

  it('is refused for a trigger that is three seconds old', async () => {
    const workspace = await openWorkspace();
    const card = await cardIn(workspace, (app) => {
      app.action('late', async ({ ack, body }) => {
        await ack();
        if (body.type === 'block_actions') card.triggers.push(body.trigger_id);
      });
    });
    const opening = async (waitedMs: number) => {
      await workspace.call('POST', '/people/U0ALICE/click', { channel: card.channel, ts: card.ts, action_id: 'late' });
      const trigger = await until(() => card.triggers.pop());
      await workspace.call('POST', '/control/clock', { advance_ms: waitedMs });
      return errorOf(workspace, 'views.open', { trigger_id: trigger, view: FORM });
    };
    expect(await opening(2_000)).toBeUndefined();
    expect(await opening(3_001)).toBe('expired_trigger_id');
  });

  it('is refused for a trigger that nobody issued', async () => {
    const error = await errorOf(await openWorkspace(), 'views.open', { trigger_id: '1.2.3', view: FORM });
    expect(error).toBe('invalid_trigger_id');
  });

  it('is refused when Slack would refuse the view, and the trigger stays good', async () => {
    const workspace = await openWorkspace();
    const trigger = await freshTrigger(workspace);
    const bad = { ...FORM, title: { type: 'plain_text', text: 'x'.repeat(25) } };
    expect(await errorOf(workspace, 'views.open', { trigger_id: trigger, view: bad })).toBe('invalid_arguments');
    expect(await errorOf(workspace, 'views.open', { trigger_id: trigger, view: FORM })).toBeUndefined();
  });
});

describe('submitting', () => {
  const submitting = (workspace: TestWorkspace, id: string, values: object = {}) =>
    workspace.call('POST', `/people/U0ALICE/views/${id}/submit`, { values });

  it.each([
    ['a required input that is empty', { amount: '' }, { amount: 'Please complete this required field.' }],
    ['a text that is too long', { amount: '12345' }, { amount: 'Use at most 4 characters.' }],
    ['a number that is none', { amount: '1', number: 'x' }, { number: 'Enter a number.' }],
    ['a number that is too small', { amount: '1', number: '2' }, { number: 'Enter 3 or more.' }],
    ['a fraction where whole numbers are asked', { amount: '1', number: '3.5' }, { number: 'Enter a whole number.' }],
    ['an address that is none', { amount: '1', email: 'x' }, { email: 'Enter an email address.' }],
    ['an option that is not there', { amount: '1', method: 'z' }, { method: 'is not one of the options' }],
  ])('is refused by the form itself for %s', async (_, values, errors) => {
    const workspace = await openWorkspace();
    const trigger = await freshTrigger(workspace);
    const opened = await api(workspace, 'views.open', { trigger_id: trigger, view: WIDE_FORM });
    const answer = await submitting(workspace, Object(opened['view']).id, values);
    expect(answer['errors']).toEqual(errors);
  });

  it('sends what the app has put into inputs that were not touched', async () => {
    const { workspace, socket, id } = await openedForm();
    const answer = submitting(workspace, id);
    const envelope = await socket.nextEnvelope();
    socket.ack(envelope);
    await answer;
    expect(envelope).toMatchObject({
      accepts_response_payload: true,
      payload: { view: { state: { values: { amount: { value: { value: '10' } } } } } },
    });
  });

  it('is refused for an input that is not there', async () => {
    const { workspace, id } = await openedForm();
    expect(await submitting(workspace, id, { other: 'x' })).toMatchObject({ error: 'input_not_found', status: 400 });
  });

  it('fails for the person when the app does not answer, and the form stays', async () => {
    const { workspace, id } = await openedForm({ ackDeadlineMs: 200 });
    expect(await submitting(workspace, id)).toMatchObject({
      error: 'app_did_not_answer',
      reason: 'timeout',
      status: 424,
    });
    expect(list(await workspace.call('GET', '/people/U0ALICE/views'), 'views')).toHaveLength(1);
  });

  /** Submits, answers as the app with `payload`, and says what the person got and sees. */
  async function answered(payload: JsonObject) {
    const { workspace, socket, id } = await openedForm();
    const answer = submitting(workspace, id);
    socket.ack(await socket.nextEnvelope(), payload);
    const views = async () => list(await workspace.call('GET', '/people/U0ALICE/views'), 'views');
    return { answer: await answer, views: await views(), id, workspace };
  }

  it('can replace the form', async () => {
    const view = { ...FORM, callback_id: 'second' };
    const { answer, views, id } = await answered({ response_action: 'update', view });
    expect(answer).toMatchObject({ ok: true, updated: true });
    expect(views).toMatchObject([{ id, view: { callback_id: 'second' } }]);
  });

  it('can put another form on top', async () => {
    const { answer, views, id } = await answered({ response_action: 'push', view: FORM });
    expect(answer).toMatchObject({ ok: true, pushed: true });
    expect(views).toMatchObject([{ id }, { view: { previous_view_id: id, root_view_id: id } }]);
  });

  it('can close everything', async () => {
    const { answer, views } = await answered({ response_action: 'clear' });
    expect(answer).toMatchObject({ ok: true, closed: true });
    expect(views).toEqual([]);
  });

  it.each([
    ['errors for no input of the form', { response_action: 'errors', errors: { other: 'x' } }],
    ['no errors at all', { response_action: 'errors', errors: {} }],
    ['a view that Slack would refuse', { response_action: 'update', view: { type: 'modal' } }],
    ['an action that does not exist', { response_action: 'explode' }],
  ])('is trouble for the person when the app answers %s', async (_, payload) => {
    const { answer, views } = await answered(payload);
    expect(answer).toMatchObject({ ok: false, error: 'app_answer_unusable', status: 424 });
    expect(views).toHaveLength(1);
  });

  it('works for the top view only', async () => {
    const { workspace, id } = await answered({ response_action: 'push', view: FORM });
    expect(await submitting(workspace, id)).toMatchObject({ error: 'view_not_on_top', status: 409 });
  });
});

describe('views.push', () => {
  it('puts two views on the root and not one more', async () => {
    const workspace = await openWorkspace();
    await api(workspace, 'views.open', { trigger_id: await freshTrigger(workspace), view: FORM });
    const pushing = async () =>
      errorOf(workspace, 'views.push', { trigger_id: await freshTrigger(workspace), view: FORM });
    expect([await pushing(), await pushing(), await pushing()]).toEqual([undefined, undefined, 'push_limit_reached']);
  });
});

describe('views.update', () => {
  it('finds the view by its external_id', async () => {
    const workspace = await openWorkspace();
    const view = { ...FORM, external_id: 'mine' };
    await api(workspace, 'views.open', { trigger_id: await freshTrigger(workspace), view });
    const args = { external_id: 'mine', view: { ...view, callback_id: 'changed' } };
    expect(await api(workspace, 'views.update', args)).toMatchObject({ ok: true, view: { callback_id: 'changed' } });
  });

  it('is refused with an old hash', async () => {
    const { workspace, id } = await openedForm();
    const [open] = list(await workspace.call('GET', '/people/U0ALICE/views'), 'views');
    const args = { view_id: id, view: FORM, hash: open?.['hash'] };
    expect(await errorOf(workspace, 'views.update', args)).toBeUndefined();
    expect(await errorOf(workspace, 'views.update', args)).toBe('hash_conflict');
  });

  it('is refused once the view is closed', async () => {
    const { workspace, id } = await openedForm();
    await workspace.call('POST', `/people/U0ALICE/views/${id}/close`);
    expect(await errorOf(workspace, 'views.update', { view_id: id, view: FORM })).toBe('not_found');
  });
});

describe('closing', () => {
  it('is told to the app only where the view asks for it', async () => {
    const { workspace, id } = await openedForm();
    expect(await workspace.call('POST', `/people/U0ALICE/views/${id}/close`)).toMatchObject({ ok: true });
    const { workspace: other, socket, id: noted } = await openedForm({}, { ...FORM, notify_on_close: true });
    const closing = other.call('POST', `/people/U0ALICE/views/${noted}/close`);
    const envelope = await socket.nextEnvelope();
    socket.ack(envelope);
    expect(await closing).toMatchObject({ ok: true });
    expect(envelope['payload']).toMatchObject({ type: 'view_closed', is_cleared: false, view: { id: noted } });
  });
});

/** A trigger from a slash command whose app is this test. */
async function freshTrigger(workspace: TestWorkspace, socket?: RawSocket): Promise<string> {
  const connection = socket ?? (await openSocket(workspace));
  const command = { channel: 'C0GENERAL', command: '/countersign', text: '' };
  const running = workspace.call('POST', '/people/U0ALICE/commands', command);
  const envelope = await connection.nextEnvelope();
  connection.ack(envelope);
  await running;
  if (!socket) connection.socket.terminate();
  return String(Object(envelope['payload']).trigger_id);
}

/** A form that is open on Alice's screen; the app behind it is this test. */
async function openedForm(options: LocalSlackOptions = {}, view: object = FORM) {
  const workspace = await openWorkspace(options);
  const socket = await openSocket(workspace);
  const opened = await api(workspace, 'views.open', { trigger_id: await freshTrigger(workspace, socket), view });
  return { workspace, socket, id: String(Object(opened['view']).id) };
}
