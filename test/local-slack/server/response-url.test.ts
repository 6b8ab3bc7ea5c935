import { beforeEach, describe, expect, it } from 'vitest';
import { api } from './support/api.ts';
import { openSocket } from './support/raw-socket.ts';
import { messagesOf, openWorkspace, type TestWorkspace } from './support/workspace.ts';

let workspace: TestWorkspace;
let hook: string;
let card: string;

/** A card that Alice has clicked: its response_url is `hook`. */
beforeEach(async () => {
  workspace = await openWorkspace();
  const socket = await openSocket(workspace);
  const button = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } };
  const blocks = [{ type: 'actions', elements: [button] }];
  const posted = await api(workspace, 'chat.postMessage', { channel: 'C0GENERAL', text: 'card', blocks });
  socket.ack(await socket.nextEnvelope());
  card = String(posted['ts']);
  const clicked = workspace.call('POST', '/people/U0ALICE/click', { channel: 'C0GENERAL', ts: card, action_id: 'go' });
  const envelope = await socket.nextEnvelope();
  socket.ack(envelope);
  await clicked;
  hook = String(Object(envelope['payload']).response_url);
});

async function respond(body: object): Promise<[number, string]> {
  const response = await fetch(hook, { method: 'POST', body: JSON.stringify(body) });
  return [response.status, await response.text()];
}

describe('a response_url', () => {
  it('answers the person who clicked, and only that person', async () => {
    expect(await respond({ text: 'for you' })).toEqual([200, 'ok']);
    expect(await messagesOf(workspace, 'U0ALICE', 'C0GENERAL')).toMatchObject([
      {},
      { text: 'for you', ephemeral: true },
    ]);
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toHaveLength(1);
  });

  it('answers everybody with in_channel', async () => {
    await respond({ text: 'for all', response_type: 'in_channel' });
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toMatchObject([{}, { text: 'for all' }]);
  });

  it('replaces the message that was clicked', async () => {
    await respond({ text: 'done', replace_original: true });
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toMatchObject([{ ts: card, text: 'done', blocks: [] }]);
  });

  it('deletes the message that was clicked', async () => {
    await respond({ delete_original: true });
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toEqual([]);
  });

  it('works five times and not once more', async () => {
    for (let n = 0; n < 5; n += 1) expect(await respond({ text: `${n}` })).toEqual([200, 'ok']);
    expect(await respond({ text: '6' })).toEqual([404, 'used_url']);
  });

  it('works for thirty minutes and not longer', async () => {
    await workspace.call('POST', '/control/clock', { advance_ms: 29 * 60_000 });
    expect(await respond({ text: 'in time' })).toEqual([200, 'ok']);
    await workspace.call('POST', '/control/clock', { advance_ms: 60_001 });
    expect(await respond({ text: 'late' })).toEqual([404, 'expired_url']);
  });

  it('refuses blocks that Slack would refuse', async () => {
    expect(await respond({ text: 'x', blocks: [{ type: 'nonsense' }] })).toEqual([400, 'invalid_blocks']);
  });
});
