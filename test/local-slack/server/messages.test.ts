import { beforeEach, describe, expect, it } from 'vitest';
import { api, errorOf } from './support/api.ts';
import { changedManifest } from './support/manifest.ts';
import { messagesOf, openWorkspace, say, type TestWorkspace } from './support/workspace.ts';

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await openWorkspace();
});

/** A message of the app in #general. */
async function posted(args: object = {}): Promise<{ channel: string; ts: string }> {
  const answer = await api(workspace, 'chat.postMessage', { channel: 'C0GENERAL', text: 'hello', ...args });
  expect(answer).toMatchObject({ ok: true });
  return { channel: String(answer['channel']), ts: String(answer['ts']) };
}

describe('chat.postMessage', () => {
  it.each([
    ['channel_not_found', { channel: 'C0NONE', text: 'x' }],
    ['is_archived', { channel: 'C0ARCHIVE', text: 'x' }],
    ['no_text', { channel: 'C0GENERAL' }],
    ['thread_not_found', { channel: 'C0GENERAL', text: 'x', thread_ts: '1.000001' }],
    ['invalid_blocks_format', { channel: 'C0GENERAL', text: 'x', blocks: '"twice"' }],
    ['markdown_text_conflict', { channel: 'C0GENERAL', text: 'x', markdown_text: 'y' }],
    ['missing_scope', { channel: 'C0GENERAL', text: 'x', username: 'Somebody' }],
  ])('is refused with %s for %o', async (error, args) => {
    expect(await errorOf(workspace, 'chat.postMessage', args)).toBe(error);
  });

  it('is refused under an ephemeral message, which has no thread', async () => {
    const shown = await api(workspace, 'chat.postEphemeral', { channel: 'C0GENERAL', user: 'U0ALICE', text: 'psst' });
    const args = { channel: 'C0GENERAL', text: 'x', thread_ts: shown['message_ts'] };
    expect(await errorOf(workspace, 'chat.postMessage', args)).toBe('thread_not_found');
  });

  it('is refused where the bot is not', async () => {
    await workspace.call('POST', '/control/people/U0COUNTER', { leave: 'C0SUPPORT' });
    expect(await errorOf(workspace, 'chat.postMessage', { channel: 'C0SUPPORT', text: 'x' })).toBe('not_in_channel');
  });

  it('points at the block that is wrong', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } }];
    const answer = await api(workspace, 'chat.postMessage', { channel: 'C0GENERAL', blocks });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_blocks' });
    expect(JSON.stringify(answer['response_metadata'])).toContain(
      'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    );
    expect(JSON.stringify(answer['errors'])).not.toContain('[ERROR]');
  });

  it('cuts a text of more than 40,000 characters', async () => {
    const { ts } = await posted({ text: 'x'.repeat(40_001) });
    const [message] = await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', ts);
    expect(message?.text).toHaveLength(40_000);
  });

  it('to a user id arrives in the direct conversation with that person', async () => {
    await posted({ channel: 'U0BOB', text: 'psst' });
    expect(await messagesOf(workspace, 'U0BOB', 'U0COUNTER')).toMatchObject([{ text: 'psst', user: 'U0COUNTER' }]);
  });

  it('to a person is refused when the manifest has no messages tab', async () => {
    const manifestPath = changedManifest({ set: [[['features', 'app_home', 'messages_tab_enabled'], false]] });
    const closed = await openWorkspace({ manifestPath });
    expect(await errorOf(closed, 'chat.postMessage', { channel: 'U0BOB', text: 'x' })).toBe('messages_tab_disabled');
  });

  it('gives every block and button an id', async () => {
    const button = { type: 'button', text: { type: 'plain_text', text: 'Go' }, value: 'x' };
    const { ts } = await posted({ blocks: [{ type: 'actions', elements: [button] }] });
    const [message] = await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', ts);
    expect(message?.blocks[0]).toMatchObject({
      block_id: expect.stringMatching(/./),
      elements: [{ action_id: expect.stringMatching(/./) }],
    });
  });
});

describe('chat.update', () => {
  it('replaces text, keeps blocks that are not sent and marks the message as edited', async () => {
    const at = await posted({ blocks: [{ type: 'divider', block_id: 'line' }] });
    await api(workspace, 'chat.update', { ...at, text: 'new' });
    const [message] = await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', at.ts);
    expect(message).toMatchObject({ text: 'new', blocks: [{ block_id: 'line' }], edited: { user: 'U0COUNTER' } });
  });

  it('removes blocks with an empty list', async () => {
    const at = await posted({ blocks: [{ type: 'divider' }] });
    await api(workspace, 'chat.update', { ...at, text: 'new', blocks: [] });
    expect((await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', at.ts))[0]?.blocks).toEqual([]);
  });

  it('takes 4,000 characters of text and not one more', async () => {
    const at = await posted();
    expect(await errorOf(workspace, 'chat.update', { ...at, text: 'x'.repeat(4_000) })).toBeUndefined();
    expect(await errorOf(workspace, 'chat.update', { ...at, text: 'x'.repeat(4_001) })).toBe('msg_too_long');
  });

  it('is refused for a message of a person', async () => {
    const said = await say(workspace, 'U0ALICE', 'C0GENERAL', 'mine');
    expect(await errorOf(workspace, 'chat.update', { ...said, text: 'x' })).toBe('cant_update_message');
  });

  it('is refused for an ephemeral message', async () => {
    const shown = await api(workspace, 'chat.postEphemeral', { channel: 'C0GENERAL', user: 'U0ALICE', text: 'psst' });
    const args = { channel: 'C0GENERAL', ts: shown['message_ts'], text: 'x' };
    expect(await errorOf(workspace, 'chat.update', args)).toBe('message_not_found');
  });
});

describe('chat.delete', () => {
  it('takes the message away, once', async () => {
    const at = await posted();
    expect(await errorOf(workspace, 'chat.delete', at)).toBeUndefined();
    expect(await errorOf(workspace, 'chat.delete', at)).toBe('message_not_found');
    expect(await messagesOf(workspace, 'U0ALICE', 'C0GENERAL')).toEqual([]);
  });

  it('is refused for a message of a person', async () => {
    const said = await say(workspace, 'U0ALICE', 'C0GENERAL', 'mine');
    expect(await errorOf(workspace, 'chat.delete', said)).toBe('cant_delete_message');
  });
});

describe('chat.postEphemeral', () => {
  it('is seen by one person and by no API call', async () => {
    await api(workspace, 'chat.postEphemeral', { channel: 'C0GENERAL', user: 'U0ALICE', text: 'only you' });
    expect(await messagesOf(workspace, 'U0ALICE', 'C0GENERAL')).toMatchObject([{ text: 'only you', ephemeral: true }]);
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toEqual([]);
    expect(await api(workspace, 'conversations.history', { channel: 'C0GENERAL' })).toMatchObject({ messages: [] });
  });

  it('is refused for a person who is not there', async () => {
    const args = { channel: 'C0OPS', user: 'U0CAROL', text: 'x' };
    expect(await errorOf(workspace, 'chat.postEphemeral', args)).toBe('user_not_in_channel');
  });
});

describe('reading a conversation', () => {
  it('gives the root and then its replies, and metadata only when asked for', async () => {
    const metadata = { event_type: 'card', event_payload: { id: 'a1' } };
    const root = await posted();
    await posted({ thread_ts: root.ts, text: 'reply', metadata });
    const args = { channel: 'C0GENERAL', ts: root.ts };
    const plain = await api(workspace, 'conversations.replies', args);
    const full = await api(workspace, 'conversations.replies', { ...args, include_all_metadata: true });
    expect(plain).toMatchObject({
      messages: [
        { ts: root.ts, reply_count: 1 },
        { text: 'reply', thread_ts: root.ts },
      ],
    });
    expect(JSON.stringify(plain)).not.toContain('event_payload');
    expect(full).toMatchObject({ messages: [{ ts: root.ts }, { metadata }] });
  });

  it('gives a channel’s roots, newest first', async () => {
    const first = await posted({ text: 'first' });
    await posted({ text: 'reply', thread_ts: first.ts });
    await posted({ text: 'second' });
    expect(await api(workspace, 'conversations.history', { channel: 'C0GENERAL' })).toMatchObject({
      messages: [{ text: 'second' }, { text: 'first' }],
      has_more: false,
    });
  });

  it('is refused for a thread that is not there', async () => {
    const args = { channel: 'C0GENERAL', ts: '1.000001' };
    expect(await errorOf(workspace, 'conversations.replies', args)).toBe('thread_not_found');
  });
});

describe('a permalink', () => {
  it('names the channel, the message and its thread', async () => {
    const root = await posted();
    const reply = await posted({ thread_ts: root.ts });
    const answer = await api(workspace, 'chat.getPermalink', { channel: reply.channel, message_ts: reply.ts });
    expect(answer['permalink']).toBe(
      `${workspace.url}/archives/C0GENERAL/p${reply.ts.replace('.', '')}?thread_ts=${root.ts}&cid=C0GENERAL`,
    );
  });
});

describe('conversations.open', () => {
  it('opens the same direct conversation every time', async () => {
    const first = await api(workspace, 'conversations.open', { users: 'U0BOB' });
    const second = await api(workspace, 'conversations.open', { users: 'U0BOB' });
    expect(first).toMatchObject({ ok: true, channel: { id: 'D0BOB' } });
    expect(second).toMatchObject({ channel: { id: 'D0BOB' }, already_open: true });
  });

  it.each([
    ['users_list_not_supplied', { users: '' }],
    ['user_not_found', { users: 'U0NOBODY' }],
    ['user_disabled', { users: 'U0GONE' }],
    ['too_many_users', { users: Array.from({ length: 9 }, (_, n) => `U0N${n}`).join(',') }],
  ])('is refused with %s for %o', async (error, args) => {
    expect(await errorOf(workspace, 'conversations.open', args)).toBe(error);
  });
});

describe('reactions.add', () => {
  it('adds a reaction once', async () => {
    const manifestPath = changedManifest({ scopes: { add: ['reactions:write'] } });
    workspace = await openWorkspace({ manifestPath });
    const { channel, ts } = await posted();
    const args = { channel, timestamp: ts, name: 'eyes' };
    expect(await errorOf(workspace, 'reactions.add', args)).toBeUndefined();
    expect(await errorOf(workspace, 'reactions.add', args)).toBe('already_reacted');
    expect((await messagesOf(workspace, 'U0ALICE', 'C0GENERAL'))[0]?.['reactions']).toEqual([
      { name: 'eyes', users: ['U0COUNTER'] },
    ]);
  });
});

describe('agents.sessions', () => {
  const session = async () => ({ channel_id: 'C0GENERAL', thread_ts: (await posted()).ts });

  it('has a status and a title, which people see on the root', async () => {
    const at = await session();
    await api(workspace, 'agents.sessions.setStatus', { ...at, status: 'processing', title: 'Refund' });
    await api(workspace, 'agents.sessions.rename', { ...at, title: 'Refund of 1042' });
    expect((await messagesOf(workspace, 'U0ALICE', 'C0GENERAL'))[0]?.['session']).toMatchObject({
      status: 'processing',
      title: 'Refund of 1042',
    });
  });

  it.each([
    ['invalid_arguments', { status: 'busy' }],
    ['invalid_arguments', { status: 'active', title: 'x'.repeat(201) }],
    ['user_not_in_channel', { status: 'active', initiator_user_id: 'U0DAVE' }],
    ['thread_not_found', { status: 'active', thread_ts: '1.000001' }],
  ])('is refused with %s for %o', async (error, args) => {
    expect(await errorOf(workspace, 'agents.sessions.setStatus', { ...(await session()), ...args })).toBe(error);
  });

  it('takes a title of 200 characters', async () => {
    const args = { ...(await session()), status: 'active', title: 'x'.repeat(200) };
    expect(await errorOf(workspace, 'agents.sessions.setStatus', args)).toBeUndefined();
  });

  it('warns about a Stop button that cannot be shown', async () => {
    const manifestPath = changedManifest({ events: { remove: ['agent_session_stopped'] } });
    workspace = await openWorkspace({ manifestPath });
    const answer = await api(workspace, 'agents.sessions.setStatus', { ...(await session()), status: 'processing' });
    expect(answer).toMatchObject({ ok: true, warning: 'missing_agent_session_stopped_event_subscription' });
  });
});

describe('assistant.threads', () => {
  const thread = async () => ({ channel_id: 'C0GENERAL', thread_ts: (await posted()).ts });

  it.each([
    [undefined, Array.from({ length: 10 }, () => 'x'.repeat(50))],
    ['invalid_arguments', Array.from({ length: 11 }, () => 'x')],
    ['invalid_arguments', ['x'.repeat(51)]],
  ])('setStatus answers %s for loading messages %o', async (error, messages) => {
    const args = { ...(await thread()), status: 'is thinking', loading_messages: messages };
    expect(await errorOf(workspace, 'assistant.threads.setStatus', args)).toBe(error);
  });

  it.each([
    [undefined, 4],
    ['invalid_arguments', 5],
  ])('setSuggestedPrompts answers %s for %d prompts', async (error, count) => {
    const prompts = Array.from({ length: count }, (_, n) => ({ title: `t${n}`, message: 'm' }));
    const args = { ...(await thread()), prompts };
    expect(await errorOf(workspace, 'assistant.threads.setSuggestedPrompts', args)).toBe(error);
  });
});

describe('blocks.validate', () => {
  it.each([
    [undefined, { blocks: [{ type: 'divider' }] }],
    ['invalid_blocks', { blocks: [{ type: 'nonsense' }] }],
    ['invalid_arguments', {}],
    ['invalid_arguments', { blocks: [], view: {} }],
  ])('answers %s for %o', async (error, args) => {
    expect(await errorOf(workspace, 'blocks.validate', args)).toBe(error);
  });
});
