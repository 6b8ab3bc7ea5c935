import { beforeEach, describe, expect, it } from 'vitest';
import { api } from './support/api.ts';
import { startBoltApp } from './support/bolt-app.ts';
import { changedManifest } from './support/manifest.ts';
import { eventIn, openSocket } from './support/raw-socket.ts';
import { list, messagesOf, openWorkspace, say, type TestWorkspace, until } from './support/workspace.ts';

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await openWorkspace();
});

describe('the directory', () => {
  it('lists everybody, the deactivated and the bots too', async () => {
    const people = list(await workspace.call('GET', '/people'), 'people');
    expect(people.map((person) => person['id'])).toEqual([
      'U0ALICE',
      'U0BOB',
      'U0CAROL',
      'U0GUEST',
      'U0DAVE',
      'U0GONE',
      'U0BOTX',
      'U0COUNTER',
    ]);
  });

  it('lists the channels a person is in', async () => {
    const channels = list(await workspace.call('GET', '/channels?user=U0DAVE'), 'channels');
    expect(channels.map((channel) => channel['id'])).toEqual(['C0SHARED', 'C0OTHER']);
  });

  it('says what the app offers', async () => {
    expect(await workspace.call('GET', '/app')).toMatchObject({
      app: { user: 'U0COUNTER', commands: ['/countersign'], shortcuts: [{ callback_id: 'ask_about_message' }] },
    });
  });
});

describe('saying something', () => {
  const saying = (person: string, body: object) => workspace.call('POST', `/people/${person}/messages`, body);

  it.each([
    [404, 'user_not_found', 'U0NOBODY', { channel: 'C0GENERAL', text: 'x' }],
    [403, 'account_inactive', 'U0GONE', { channel: 'C0GENERAL', text: 'x' }],
    [403, 'not_in_channel', 'U0CAROL', { channel: 'C0OPS', text: 'x' }],
    [404, 'channel_not_found', 'U0ALICE', { channel: 'C0NONE', text: 'x' }],
    [409, 'is_archived', 'U0ALICE', { channel: 'C0ARCHIVE', text: 'x' }],
    [400, 'no_text', 'U0ALICE', { channel: 'C0GENERAL', text: ' ' }],
    [400, 'invalid_body', 'U0ALICE', { channel: 'C0GENERAL' }],
    [400, 'invalid_body', 'U0ALICE', { channel: 'C0GENERAL', text: 'x'.repeat(40_001) }],
    [404, 'thread_not_found', 'U0ALICE', { channel: 'C0GENERAL', text: 'x', thread_ts: '1.000001' }],
  ])('is refused with %d %s for %s', async (status, error, person, body) => {
    expect(await saying(person, body)).toMatchObject({ ok: false, error, status });
  });

  it('takes 40,000 characters', async () => {
    expect(await saying('U0ALICE', { channel: 'C0GENERAL', text: 'x'.repeat(40_000) })).toMatchObject({ ok: true });
  });

  it('in broken JSON is refused', async () => {
    const answer = await workspace.call('POST', '/people/U0ALICE/messages', '{"channel":');
    expect(answer).toEqual({ ok: false, error: 'invalid_json', status: 400 });
  });

  it('to the app goes to the direct conversation with it', async () => {
    expect(await say(workspace, 'U0ALICE', 'U0COUNTER', 'hi')).toMatchObject({ channel: 'D0ALICE' });
    expect(await messagesOf(workspace, 'U0ALICE', 'U0COUNTER')).toMatchObject([{ text: 'hi' }]);
  });

  it('to the app is refused when the manifest has no messages tab', async () => {
    const manifestPath = changedManifest({ set: [[['features', 'app_home', 'messages_tab_enabled'], false]] });
    workspace = await openWorkspace({ manifestPath });
    const answer = await saying('U0ALICE', { channel: 'U0COUNTER', text: 'hi' });
    expect(answer).toMatchObject({ ok: false, error: 'messages_tab_disabled' });
  });

  it('as another bot carries that bot’s id', async () => {
    const socket = await openSocket(workspace);
    await saying('U0BOTX', { channel: 'C0GENERAL', text: '<@U0COUNTER> beep' });
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({ bot_id: 'B0BOTX', user: 'U0BOTX' });
  });
});

describe('a listing', () => {
  it('of a channel holds its roots with the number of their replies', async () => {
    const root = await say(workspace, 'U0ALICE', 'C0GENERAL', 'root');
    await say(workspace, 'U0BOB', 'C0GENERAL', 'reply', root.ts);
    expect(await messagesOf(workspace, 'U0ALICE', 'C0GENERAL')).toMatchObject([{ text: 'root', reply_count: 1 }]);
  });

  it('of a thread holds its root and its replies, oldest first', async () => {
    const root = await say(workspace, 'U0ALICE', 'C0GENERAL', 'root');
    await say(workspace, 'U0BOB', 'C0GENERAL', 'one', root.ts);
    await say(workspace, 'U0BOB', 'C0GENERAL', 'two', root.ts);
    const thread = await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', root.ts);
    expect(thread.map(({ text }) => text)).toEqual(['root', 'one', 'two']);
  });

  it('is refused to a person who is not in the channel', async () => {
    const answer = await workspace.call('GET', '/people/U0CAROL/messages?channel=C0OPS');
    expect(answer).toEqual({ ok: false, error: 'not_in_channel', status: 403 });
  });
});

describe('editing and deleting', () => {
  it('changes the person’s own message and tells the app', async () => {
    const socket = await openSocket(workspace);
    const { ts } = await say(workspace, 'U0ALICE', 'C0GENERAL', 'before');
    await workspace.call('PATCH', `/people/U0ALICE/messages/${ts}`, { text: 'after' });
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toMatchObject([
      { text: 'after', edited: { user: 'U0ALICE' } },
    ]);
    await socket.nextEnvelope();
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({
      subtype: 'message_changed',
      message: { text: 'after', ts },
      previous_message: { text: 'before', ts },
    });
  });

  it('deletes the person’s own message and tells the app', async () => {
    const socket = await openSocket(workspace);
    const { ts } = await say(workspace, 'U0ALICE', 'C0GENERAL', 'gone soon');
    await workspace.call('DELETE', `/people/U0ALICE/messages/${ts}`);
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toEqual([]);
    await socket.nextEnvelope();
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({ subtype: 'message_deleted', deleted_ts: ts });
  });

  it.each(['PATCH', 'DELETE'])('%s is refused for the message of another', async (verb) => {
    const { ts } = await say(workspace, 'U0ALICE', 'C0GENERAL', 'mine');
    const answer = await workspace.call(
      verb,
      `/people/U0BOB/messages/${ts}`,
      verb === 'PATCH' ? { text: 'x' } : undefined,
    );
    expect(answer).toEqual({ ok: false, error: 'not_own_message', status: 403 });
  });
});

describe('App Home', () => {
  const HOME = { type: 'home', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Your grants' } }] };

  it('opens, and shows what the app publishes for that person', async () => {
    await startBoltApp(workspace, (app) => {
      app.event('app_home_opened', async ({ event, client }) => {
        await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [{ type: 'divider' }] } });
      });
    });
    await workspace.call('POST', '/people/U0ALICE/home/open');
    const view = await until(async () => (await workspace.call('GET', '/people/U0ALICE/home'))['view'] ?? undefined);
    expect(view).toMatchObject({ type: 'home', blocks: [{ type: 'divider' }] });
    expect(await workspace.call('GET', '/people/U0BOB/home')).toMatchObject({ ok: true, view: null });
  });

  it('refuses to publish over what somebody else has published meanwhile', async () => {
    const first = await api(workspace, 'views.publish', { user_id: 'U0ALICE', view: HOME });
    const { hash } = Object(first['view']);
    expect(await api(workspace, 'views.publish', { user_id: 'U0ALICE', view: HOME, hash })).toMatchObject({ ok: true });
    const late = await api(workspace, 'views.publish', { user_id: 'U0ALICE', view: HOME, hash });
    expect(late).toMatchObject({ ok: false, error: 'hash_conflict' });
  });

  it('has elements that can be pressed', async () => {
    const socket = await openSocket(workspace);
    const button = { type: 'button', action_id: 'revoke', value: 'g1', text: { type: 'plain_text', text: 'Revoke' } };
    const view = { type: 'home', blocks: [{ type: 'actions', elements: [button] }] };
    const published = await api(workspace, 'views.publish', { user_id: 'U0ALICE', view });
    const pressed = workspace.call('POST', '/people/U0ALICE/click', {
      view_id: Object(published['view']).id,
      action_id: 'revoke',
    });
    const envelope = await socket.nextEnvelope();
    socket.ack(envelope);
    expect(await pressed).toMatchObject({ ok: true });
    expect(envelope['payload']).toMatchObject({
      type: 'block_actions',
      container: { type: 'view' },
      view: { type: 'home' },
      actions: [{ action_id: 'revoke', value: 'g1' }],
    });
  });

  it('is refused where the manifest has none', async () => {
    const manifestPath = changedManifest({ set: [[['features', 'app_home', 'home_tab_enabled'], false]] });
    workspace = await openWorkspace({ manifestPath });
    expect(await api(workspace, 'views.publish', { user_id: 'U0ALICE', view: HOME })).toMatchObject({
      error: 'not_enabled',
    });
    expect(await workspace.call('POST', '/people/U0ALICE/home/open')).toMatchObject({ error: 'home_tab_disabled' });
  });
});

describe('a slash command', () => {
  const running = (command: string) =>
    workspace.call('POST', '/people/U0ALICE/commands', { channel: 'C0GENERAL', command, text: 'help' });

  it('is answered privately by the app', async () => {
    await startBoltApp(workspace, (app) => {
      app.command('/countersign', ({ ack, command }) => ack(`You asked for ${command.text}`));
    });
    expect(await running('/countersign')).toMatchObject({ ok: true });
    expect(await messagesOf(workspace, 'U0ALICE', 'C0GENERAL')).toMatchObject([
      { text: 'You asked for help', ephemeral: true },
    ]);
  });

  it('is refused where the manifest does not have it', async () => {
    expect(await running('/other')).toEqual({ ok: false, error: 'command_not_found', status: 404 });
  });

  it('fails for the person when nobody is connected', async () => {
    expect(await running('/countersign')).toMatchObject({
      ok: false,
      error: 'app_did_not_answer',
      reason: 'no_connection',
    });
  });
});

describe('a message shortcut', () => {
  it('brings the app the message it was used on', async () => {
    const heard: unknown[] = [];
    await startBoltApp(workspace, (app) => {
      app.shortcut('ask_about_message', async ({ ack, shortcut }) => {
        heard.push(shortcut);
        await ack();
      });
    });
    const { ts } = await say(workspace, 'U0BOB', 'C0GENERAL', 'look at this');
    const shortcut = { callback_id: 'ask_about_message', channel: 'C0GENERAL', ts };
    expect(await workspace.call('POST', '/people/U0ALICE/shortcuts', shortcut)).toMatchObject({ ok: true });
    expect(heard[0]).toMatchObject({
      type: 'message_action',
      user: { id: 'U0ALICE' },
      message: { text: 'look at this', ts },
    });
  });

  it('is refused where the manifest does not have it', async () => {
    const answer = await workspace.call('POST', '/people/U0ALICE/shortcuts', { callback_id: 'other' });
    expect(answer).toEqual({ ok: false, error: 'shortcut_not_found', status: 404 });
  });
});
