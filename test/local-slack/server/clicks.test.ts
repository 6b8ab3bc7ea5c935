import type { App } from '@slack/bolt';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/local-slack/server/json.ts';
import { api } from './support/api.ts';
import { startBoltApp } from './support/bolt-app.ts';
import { openSocket, type RawSocket } from './support/raw-socket.ts';
import { openWorkspace, type TestWorkspace } from './support/workspace.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (value: string) => ({ text: plain(value), value });

let workspace: TestWorkspace;
let socket: RawSocket;
beforeEach(async () => {
  workspace = await openWorkspace();
  socket = await openSocket(workspace);
});

async function post(blocks: readonly object[]): Promise<{ channel: string; ts: string }> {
  const posted = await api(workspace, 'chat.postMessage', { channel: 'C0GENERAL', text: 'card', blocks });
  expect(posted).toMatchObject({ ok: true });
  socket.ack(await socket.nextEnvelope());
  return { channel: 'C0GENERAL', ts: String(posted['ts']) };
}

/** Clicks and acks; the payload that the app got. */
async function click(args: object, person = 'U0ALICE'): Promise<JsonObject> {
  const clicked = workspace.call('POST', `/people/${person}/click`, args);
  const envelope = await socket.nextEnvelope();
  socket.ack(envelope);
  expect(await clicked).toMatchObject({ ok: true });
  return Object(envelope['payload']);
}

describe('a click', () => {
  const buttons = [
    {
      type: 'section',
      text: { type: 'mrkdwn', text: 'A' },
      accessory: { type: 'button', action_id: 'go', value: 'a', text: plain('Go') },
    },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: 'B' },
      accessory: { type: 'button', action_id: 'go', value: 'b', text: plain('Go') },
    },
  ];

  it('tells the app who clicked what and where, with a trigger and a response_url', async () => {
    const at = await post([
      {
        type: 'actions',
        block_id: 'card',
        elements: [{ type: 'button', action_id: 'go', value: 'r1', style: 'primary', text: plain('Go') }],
      },
    ]);
    expect(await click({ ...at, action_id: 'go' }, 'U0BOB')).toMatchObject({
      type: 'block_actions',
      user: { id: 'U0BOB', team_id: 'T0LOCAL' },
      team: { id: 'T0LOCAL' },
      channel: { id: 'C0GENERAL' },
      container: { type: 'message', message_ts: at.ts, is_ephemeral: false },
      message: { ts: at.ts, user: 'U0COUNTER' },
      trigger_id: expect.stringMatching(/./),
      response_url: expect.stringContaining(workspace.url),
      actions: [{ type: 'button', action_id: 'go', block_id: 'card', value: 'r1', style: 'primary' }],
    });
  });

  it('finds the button by its value where several share an action_id', async () => {
    const at = await post(buttons);
    expect(await click({ ...at, action_id: 'go', value: 'b' })).toMatchObject({ actions: [{ value: 'b' }] });
  });

  it.each([
    [409, 'element_ambiguous', 'U0ALICE', { action_id: 'go' }],
    [404, 'element_not_found', 'U0ALICE', { action_id: 'go', value: 'forged' }],
    [404, 'element_not_found', 'U0ALICE', { action_id: 'go', block_id: 'other' }],
    [404, 'message_not_found', 'U0ALICE', { action_id: 'go', ts: '1.000001' }],
    [403, 'not_in_channel', 'U0DAVE', { action_id: 'go' }],
    [403, 'account_inactive', 'U0GONE', { action_id: 'go' }],
    [403, 'bots_cannot_click', 'U0BOTX', { action_id: 'go' }],
    [404, 'view_not_found', 'U0ALICE', { action_id: 'go', view_id: 'V0NONE' }],
  ])('is refused with %d %s for %s %o', async (status, error, person, args) => {
    const at = await post(buttons);
    expect(await workspace.call('POST', `/people/${person}/click`, { ...at, ...args })).toMatchObject({
      error,
      status,
    });
  });

  it('on somebody else’s ephemeral message is refused', async () => {
    const shown = await api(workspace, 'chat.postEphemeral', {
      channel: 'C0GENERAL',
      user: 'U0BOB',
      text: 'x',
      blocks: buttons,
    });
    const args = { channel: 'C0GENERAL', ts: shown['message_ts'], action_id: 'go', value: 'a' };
    expect(await workspace.call('POST', '/people/U0ALICE/click', args)).toMatchObject({ error: 'message_not_found' });
    const payload = await click(args, 'U0BOB');
    expect(payload).toMatchObject({ container: { is_ephemeral: true } });
    expect(payload['message']).toBeUndefined();
  });

  it('that is not acked fails for the person and is not sent again', async () => {
    const quick = await openWorkspace({ ackDeadlineMs: 200 });
    const deaf = await openSocket(quick);
    const posted = await api(quick, 'chat.postMessage', { channel: 'C0GENERAL', text: 'card', blocks: buttons });
    deaf.ack(await deaf.nextEnvelope());
    const args = { channel: 'C0GENERAL', ts: posted['ts'], action_id: 'go', value: 'a' };
    expect(await quick.call('POST', '/people/U0ALICE/click', args)).toMatchObject({
      ok: false,
      error: 'app_did_not_answer',
      reason: 'timeout',
    });
    expect(deaf.envelopes()).toHaveLength(2);
  });
});

describe('a select', () => {
  it.each<[object, unknown, JsonObject]>([
    [{ type: 'static_select', options: [option('x'), option('y')] }, 'y', { selected_option: { value: 'y' } }],
    [{ type: 'radio_buttons', options: [option('x'), option('y')] }, 'x', { selected_option: { value: 'x' } }],
    [{ type: 'overflow', options: [option('x'), option('y')] }, 'x', { selected_option: { value: 'x' } }],
    [
      { type: 'checkboxes', options: [option('x'), option('y')] },
      ['x', 'y'],
      { selected_options: [{ value: 'x' }, { value: 'y' }] },
    ],
    [{ type: 'users_select' }, 'U0BOB', { selected_user: 'U0BOB' }],
    [{ type: 'datepicker' }, '2026-11-29', { selected_date: '2026-11-29' }],
    [{ type: 'datetimepicker' }, 1_800_000_000, { selected_date_time: 1_800_000_000 }],
  ])('%o sends what was selected', async (element, selected, fields) => {
    const at = await post([{ type: 'actions', elements: [{ action_id: 'pick', ...element }] }]);
    expect(await click({ ...at, action_id: 'pick', selected })).toMatchObject({ actions: [fields] });
  });

  it('refuses what is not among its options', async () => {
    const at = await post([
      { type: 'actions', elements: [{ type: 'static_select', action_id: 'pick', options: [option('x')] }] },
    ]);
    const answer = await workspace.call('POST', '/people/U0ALICE/click', { ...at, action_id: 'pick', selected: 'z' });
    expect(answer).toMatchObject({ error: 'option_not_found', status: 400 });
  });
});

describe('an external select', () => {
  it('gets its options from the app', async () => {
    const other = await openWorkspace();
    await startBoltApp(other, (app: App) => {
      app.options('pick', async ({ ack, options }) => {
        await ack({ options: [{ text: { type: 'plain_text', text: `for ${options.value}` }, value: options.value }] });
      });
    });
    const element = { type: 'external_select', action_id: 'pick', min_query_length: 1, placeholder: plain('…') };
    const posted = await api(other, 'chat.postMessage', {
      channel: 'C0GENERAL',
      text: 'x',
      blocks: [{ type: 'actions', elements: [element] }],
    });
    const typed = { channel: 'C0GENERAL', ts: posted['ts'], action_id: 'pick', value: '1042' };
    expect(await other.call('POST', '/people/U0ALICE/suggestions', typed)).toMatchObject({
      ok: true,
      options: [{ text: { text: 'for 1042' }, value: '1042' }],
    });
  });
});
