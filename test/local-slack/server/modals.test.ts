import type { App } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/api.ts';
import { startBoltApp } from './support/bolt-app.ts';
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
});
