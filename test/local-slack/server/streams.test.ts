import { beforeEach, describe, expect, it } from 'vitest';
import { api, errorOf } from './support/api.ts';
import { messagesOf, openWorkspace, say, type TestWorkspace } from './support/workspace.ts';

const FOR_ALICE = { recipient_user_id: 'U0ALICE', recipient_team_id: 'T0LOCAL' };

let workspace: TestWorkspace;
let root: { channel: string; ts: string };

beforeEach(async () => {
  workspace = await openWorkspace();
  root = await say(workspace, 'U0ALICE', 'C0GENERAL', 'go');
});

/** Starts a stream under the root; its channel and ts. */
async function start(args = {}): Promise<{ channel: string; ts: string }> {
  const started = await api(workspace, 'chat.startStream', {
    channel: root.channel,
    thread_ts: root.ts,
    ...FOR_ALICE,
    ...args,
  });
  expect(started).toMatchObject({ ok: true });
  return { channel: root.channel, ts: String(started['ts']) };
}

const append = (at: object, args: object) => errorOf(workspace, 'chat.appendStream', { ...at, ...args });
const stop = (at: object, args: object = {}) => errorOf(workspace, 'chat.stopStream', { ...at, ...args });
const advance = (ms: number) => workspace.call('POST', '/control/clock', { advance_ms: ms });
const answerSeenBy = async (person: string) => (await messagesOf(workspace, person, root.channel, root.ts))[1];

describe('a streamed answer', () => {
  it('shows the text so far while it runs and all of it when it has stopped', async () => {
    const at = await start({ markdown_text: 'Hello' });
    await append(at, { markdown_text: ', world' });
    expect(await answerSeenBy('U0ALICE')).toMatchObject({ text: 'Hello, world', streaming_state: 'in_progress' });
    await stop(at, { markdown_text: '!' });
    expect(await answerSeenBy('U0ALICE')).toMatchObject({ text: 'Hello, world!', streaming_state: 'completed' });
  });

  it('shows others in the channel only its first text until it has stopped', async () => {
    const at = await start({ markdown_text: 'First.' });
    await append(at, { markdown_text: ' Second.' });
    expect(await answerSeenBy('U0BOB')).toMatchObject({ text: 'First.' });
    await stop(at);
    expect(await answerSeenBy('U0BOB')).toMatchObject({ text: 'First. Second.' });
  });

  it('replaces title and status of a task and appends its details', async () => {
    const task = (status: string, details: string) => ({
      chunks: [{ type: 'task_update', id: 't1', title: `is ${status}`, status, details }],
    });
    const at = await start(task('in_progress', 'one '));
    await append(at, task('complete', 'two'));
    expect((await answerSeenBy('U0ALICE'))?.['tasks']).toEqual([
      { id: 't1', title: 'is complete', status: 'complete', details: 'one two', output: '', sources: [] },
    ]);
  });

  it('puts the closing blocks last and sets the session status', async () => {
    const at = await start({ markdown_text: 'Text' });
    await stop(at, { blocks: [{ type: 'divider', block_id: 'end' }], session_status: 'suspended' });
    const [asked, answer] = await messagesOf(workspace, 'U0ALICE', root.channel, root.ts);
    expect(answer?.blocks.map((block) => block['type'])).toEqual(['markdown', 'divider']);
    expect(asked?.['session']).toMatchObject({ status: 'suspended' });
  });

  it('answers the stop with the message and its streaming state', async () => {
    const at = await start({ markdown_text: 'Text' });
    expect(await api(workspace, 'chat.stopStream', at)).toMatchObject({
      ok: true,
      ts: at.ts,
      message: { text: 'Text', streaming_state: 'completed' },
    });
  });
});

describe('starting a stream', () => {
  const starting = (args: object) => errorOf(workspace, 'chat.startStream', { ...root, thread_ts: root.ts, ...args });

  it.each([
    ['missing_recipient_team_id', {}],
    ['missing_recipient_team_id', { recipient_user_id: 'U0ALICE' }],
    ['missing_recipient_user_id', { recipient_team_id: 'T0LOCAL' }],
    ['user_not_found', { recipient_user_id: 'U0NOBODY', recipient_team_id: 'T0LOCAL' }],
    ['user_not_found', { recipient_user_id: 'U0GONE', recipient_team_id: 'T0LOCAL' }],
    ['team_not_found', { recipient_user_id: 'U0DAVE', recipient_team_id: 'T0LOCAL' }],
    ['is_archived', { ...FOR_ALICE, channel: 'C0ARCHIVE' }],
    ['channel_not_found', { ...FOR_ALICE, channel: 'C0NOWHERE' }],
    ['thread_not_found', { ...FOR_ALICE, thread_ts: '1.000001' }],
    ['invalid_chunks', { ...FOR_ALICE, chunks: [{ type: 'nonsense' }] }],
    ['invalid_arguments', { ...FOR_ALICE, markdown_text: 'a', chunks: [{ type: 'markdown_text', text: 'b' }] }],
    ['msg_too_long', { ...FOR_ALICE, markdown_text: 'x'.repeat(12_001) }],
    ['invalid_arguments', { ...FOR_ALICE, task_display_mode: 'wild' }],
  ])('is refused with %s for %o', async (error, args) => {
    expect(await starting(args)).toBe(error);
  });

  it('takes exactly 12,000 characters', async () => {
    expect(await starting({ ...FOR_ALICE, markdown_text: 'x'.repeat(12_000) })).toBeUndefined();
  });

  it('needs no recipient in a direct conversation', async () => {
    const direct = await say(workspace, 'U0ALICE', 'U0COUNTER', 'hi');
    const args = { channel: direct.channel, thread_ts: direct.ts, markdown_text: 'hello' };
    expect(await errorOf(workspace, 'chat.startStream', args)).toBeUndefined();
  });

  it('is refused under a reply, as threads hang on roots', async () => {
    const reply = await say(workspace, 'U0ALICE', root.channel, 'more', root.ts);
    expect(await starting({ ...FOR_ALICE, thread_ts: reply.ts })).toBe('cannot_reply_to_message');
  });
});

describe('a running stream', () => {
  it('lives for 300 seconds and not longer', async () => {
    const at = await start({ markdown_text: 'a' });
    await advance(299_000);
    expect(await append(at, { markdown_text: 'b' })).toBeUndefined();
    await advance(1_000);
    expect(await append(at, { markdown_text: 'c' })).toBe('message_not_in_streaming_state');
    expect(await stop(at)).toBe('message_not_in_streaming_state');
    expect(await answerSeenBy('U0ALICE')).toMatchObject({ text: 'ab', streaming_state: 'errored' });
  });

  it('cannot be updated, and can once it has died', async () => {
    const at = await start({ markdown_text: 'a' });
    expect(await errorOf(workspace, 'chat.update', { ...at, text: 'b' })).toBe('streaming_state_conflict');
    await advance(300_000);
    expect(await errorOf(workspace, 'chat.update', { ...at, text: 'b' })).toBeUndefined();
    expect(await answerSeenBy('U0ALICE')).toMatchObject({ text: 'b' });
  });

  it('refuses an empty append', async () => {
    expect(await append(await start({ markdown_text: 'a' }), { markdown_text: '' })).toBe('no_text');
  });

  it('refuses a second stop', async () => {
    const at = await start({ markdown_text: 'a' });
    await stop(at);
    expect(await stop(at)).toBe('message_not_in_streaming_state');
  });

  it('refuses an append after its message has been deleted', async () => {
    const at = await start({ markdown_text: 'a' });
    await api(workspace, 'chat.delete', at);
    expect(await append(at, { markdown_text: 'b' })).toBe('message_not_found');
  });

  it('refuses to append to the message of a person', async () => {
    expect(await append(root, { markdown_text: 'b' })).toBe('message_not_owned_by_app');
  });

  it('takes 40,000 characters of text in all and not one more', async () => {
    const at = await start({ markdown_text: 'x'.repeat(12_000) });
    await append(at, { markdown_text: 'x'.repeat(12_000) });
    await append(at, { markdown_text: 'x'.repeat(12_000) });
    expect(await append(at, { markdown_text: 'x'.repeat(4_000) })).toBeUndefined();
    expect(await append(at, { markdown_text: 'x' })).toBe('msg_too_long');
    expect(await stop(at, { markdown_text: 'x' })).toBe('msg_too_long');
  });

  it('counts details twice once it has tasks', async () => {
    const details = (length: number) => ({
      chunks: [{ type: 'task_update', id: 't', title: 't', status: 'in_progress', details: 'x'.repeat(length) }],
    });
    const at = await start(details(5_000));
    expect(await append(at, details(400))).toBe('msg_too_long');
    expect(await append(at, details(100))).toBeUndefined();
  });
});

describe('Stop pressed by a person', () => {
  const press = () => workspace.call('POST', '/people/U0ALICE/stop', { channel: root.channel, thread_ts: root.ts });

  it('ends the stream: the next append learns who stopped it', async () => {
    const at = await start({ markdown_text: 'a' });
    expect(await press()).toMatchObject({ ok: true, stopped: [at.ts] });
    expect(await append(at, { markdown_text: 'b' })).toBe('stopped_by_user');
    expect(await stop(at)).toBe('message_not_in_streaming_state');
    expect(await answerSeenBy('U0BOB')).toMatchObject({ text: 'a', streaming_state: 'completed' });
  });

  it('is refused where nothing runs', async () => {
    expect(await press()).toEqual({ ok: false, error: 'nothing_to_stop', status: 409 });
  });

  it('works without a stream while the session is processing, and leaves its status', async () => {
    const session = { channel_id: root.channel, thread_ts: root.ts, status: 'processing' };
    await api(workspace, 'agents.sessions.setStatus', session);
    expect(await press()).toMatchObject({ ok: true, stopped: [] });
    const [asked] = await messagesOf(workspace, 'U0ALICE', root.channel, root.ts);
    expect(asked?.['session']).toMatchObject({ status: 'processing' });
  });
});
