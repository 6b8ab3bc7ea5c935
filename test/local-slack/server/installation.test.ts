import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { api, errorOf } from './support/api.ts';
import { changedManifest } from './support/manifest.ts';
import { eventIn, openSocket } from './support/raw-socket.ts';
import { messagesOf, openWorkspace } from './support/workspace.ts';

describe('an installation', () => {
  const app = { client_id: 'local-client-id', client_secret: 'local-client-secret' };

  it.each([
    ['T0LOCAL', 'xoxb-local'],
    ['T0OTHER', 'xoxb-other'],
  ])('goes through the consent page and ends with the bot token of %s', async (team, token) => {
    const workspace = await openWorkspace();
    const query = new URLSearchParams({
      client_id: app.client_id,
      state: 's1',
      redirect_uri: 'http://127.0.0.1:9/slack/oauth_redirect',
      team,
    });
    const consent = await fetch(`${workspace.url}/oauth/v2/authorize?${query.toString()}`, { redirect: 'manual' });
    const back = new URL(consent.headers.get('location') ?? '');
    const code = back.searchParams.get('code');
    expect([consent.status, back.pathname, back.searchParams.get('state')]).toEqual([
      302,
      '/slack/oauth_redirect',
      's1',
    ]);
    expect(await api(workspace, 'oauth.v2.access', { ...app, code }, '')).toMatchObject({
      ok: true,
      access_token: token,
      team: { id: team },
      bot_user_id: 'U0COUNTER',
    });
  });

  it.each([
    ['invalid_client_id', { client_id: 'other' }],
    ['bad_client_secret', { client_secret: 'other' }],
    ['invalid_code', { code: 'other' }],
    ['invalid_refresh_token', { grant_type: 'refresh_token' }],
  ])('is refused with %s for %o', async (error, args) => {
    const code = 'local-code-T0LOCAL';
    expect(await errorOf(await openWorkspace(), 'oauth.v2.access', { ...app, code, ...args }, '')).toBe(error);
  });
});

describe('the consent page', () => {
  const query = new URLSearchParams({
    client_id: 'local-client-id',
    scope: 'chat:write',
    state: '<s&1>',
    redirect_uri: 'http://127.0.0.1:9/back',
  });
  const press = (url: string, answer: string) =>
    fetch(`${url}/oauth/v2/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams([...query, ['team', 'T0OTHER'], ['answer', answer]]),
    });

  it('shows a browser what is asked for, and a button for each workspace', async () => {
    const { url } = await openWorkspace();
    const page = await fetch(`${url}/oauth/v2/authorize?${query.toString()}`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    for (const word of ['chat:write', 'Local Workspace', 'Other Company', 'Allow', '&#60;s&#38;1&#62;'])
      expect(html).toContain(word);
    expect(html).not.toContain('Local Organisation');
  });

  it('sends a browser back with a code where Allow was pressed', async () => {
    const { url } = await openWorkspace();
    const back = await press(url, 'allow');
    expect(back.headers.get('location')).toBe('http://127.0.0.1:9/back?code=local-code-T0OTHER&state=%3Cs%261%3E');
  });

  it('sends a browser back without one where Cancel was pressed', async () => {
    const { url } = await openWorkspace();
    const back = await press(url, 'cancel');
    expect(back.headers.get('location')).toBe('http://127.0.0.1:9/back?error=access_denied&state=%3Cs%261%3E');
  });
});

describe('rotated tokens', () => {
  const app = { client_id: 'local-client-id', client_secret: 'local-client-secret' };
  const manifestPath = () => changedManifest({ set: [[['settings', 'token_rotation_enabled'], true]] });
  const installed = async () => {
    const workspace = await openWorkspace({ manifestPath: manifestPath() });
    const first = await api(workspace, 'oauth.v2.access', { ...app, code: 'local-code-T0LOCAL' }, '');
    return { workspace, first };
  };

  it('live twelve hours, and then are refused as expired', async () => {
    const { workspace, first } = await installed();
    expect(first).toMatchObject({ ok: true, expires_in: 43_200 });
    const token = String(first['access_token']);
    expect(await errorOf(workspace, 'auth.test', {}, token)).toBeUndefined();
    await workspace.call('POST', '/control/clock', { advance_ms: 43_200_000 });
    expect(await errorOf(workspace, 'auth.test', {}, token)).toBe('token_expired');
  });

  it('are renewed once by a refresh token, and the old one goes on to its end', async () => {
    const { workspace, first } = await installed();
    const renewal = { ...app, grant_type: 'refresh_token', refresh_token: first['refresh_token'] };
    const second = await api(workspace, 'oauth.v2.access', renewal, '');
    expect(second).toMatchObject({ ok: true, team: { id: 'T0LOCAL' }, expires_in: 43_200 });
    expect(second['access_token']).not.toBe(first['access_token']);
    expect(await errorOf(workspace, 'oauth.v2.access', renewal, '')).toBe('invalid_refresh_token');
    for (const { access_token: token } of [first, second])
      expect(await errorOf(workspace, 'auth.test', {}, String(token))).toBeUndefined();
  });

  it('cannot be renewed after the app was removed', async () => {
    const { workspace, first } = await installed();
    await workspace.call('POST', '/control/app', { action: 'uninstall' });
    const renewal = { ...app, grant_type: 'refresh_token', refresh_token: first['refresh_token'] };
    expect(await errorOf(workspace, 'oauth.v2.access', renewal, '')).toBe('invalid_refresh_token');
    expect(await errorOf(workspace, 'auth.test', {}, String(first['access_token']))).toBe('token_revoked');
  });
});

describe('an organisation', () => {
  const app = { client_id: 'local-client-id', client_secret: 'local-client-secret' };
  const orgWide = async () => {
    const workspace = await openWorkspace({ organisation: true });
    const answer = await api(workspace, 'oauth.v2.access', { ...app, code: 'local-code-E0LOCAL' }, '');
    return { workspace, answer, token: String(answer['access_token']) };
  };

  it('installs the app once for all of its workspaces', async () => {
    const { workspace, answer, token } = await orgWide();
    expect(answer).toMatchObject({ team: null, enterprise: { id: 'E0LOCAL' }, is_enterprise_install: true });
    for (const channel of ['C0GENERAL', 'C0OTHER'])
      expect(await errorOf(workspace, 'chat.postMessage', { channel, text: 'here' }, token)).toBeUndefined();
  });

  it('is named in events, which have no team of the installation', async () => {
    const { workspace } = await orgWide();
    const socket = await openSocket(workspace);
    await workspace.call('POST', '/people/U0DAVE/messages', { channel: 'C0OTHER', text: 'hello' });
    const envelope = await socket.nextEnvelope();
    expect(eventIn(envelope)).toMatchObject({ type: 'message', channel: 'C0OTHER' });
    expect(envelope['payload']).toMatchObject({
      team_id: 'T0OTHER',
      authorizations: [{ enterprise_id: 'E0LOCAL', team_id: null, is_enterprise_install: true }],
    });
  });

  it('has no strangers', async () => {
    const { workspace, token } = await orgWide();
    const { user } = await api(workspace, 'users.info', { user: 'U0DAVE' }, token);
    expect(user).toMatchObject({ team_id: 'T0OTHER', enterprise_user: { enterprise_id: 'E0LOCAL' } });
    expect(user).not.toHaveProperty('is_stranger');
  });

  it('is not there unless it was asked for', async () => {
    expect(await errorOf(await openWorkspace(), 'oauth.v2.access', { ...app, code: 'local-code-E0LOCAL' }, '')).toBe(
      'invalid_code',
    );
  });
});

describe('an app that was removed from one of two workspaces', () => {
  it('hears that, and nothing more from there', async () => {
    const workspace = await openWorkspace();
    const socket = await openSocket(workspace);
    await workspace.call('POST', '/control/app', { action: 'uninstall', team: 'T0OTHER' });
    await workspace.call('POST', '/people/U0DAVE/messages', { channel: 'C0OTHER', text: 'unheard' });
    await workspace.call('POST', '/people/U0ALICE/messages', { channel: 'C0GENERAL', text: 'heard' });
    const heard = [await socket.nextEnvelope(), await socket.nextEnvelope()];
    expect(heard.map(eventIn)).toMatchObject([{ type: 'app_uninstalled' }, { type: 'message', text: 'heard' }]);
    expect(await errorOf(workspace, 'auth.test', {}, 'xoxb-other')).toBe('token_revoked');
    expect(await errorOf(workspace, 'auth.test')).toBeUndefined();
  });
});

describe('an organisation that takes the app out of a workspace', () => {
  const app = { client_id: 'local-client-id', client_secret: 'local-client-secret' };
  const takenOut = async () => {
    const workspace = await openWorkspace({ organisation: true });
    const answer = await api(workspace, 'oauth.v2.access', { ...app, code: 'local-code-E0LOCAL' }, '');
    for (const team of ['T0LOCAL', 'T0OTHER']) {
      await api(workspace, 'auth.revoke', {}, team === 'T0LOCAL' ? 'xoxb-local' : 'xoxb-other');
    }
    const socket = await openSocket(workspace);
    await workspace.call('POST', '/control/app', { action: 'revoke-access', team: 'T0OTHER' });
    return { workspace, socket, token: String(answer['access_token']) };
  };

  it('says so as the organisation, and nothing comes from that workspace any more', async () => {
    const { workspace, socket } = await takenOut();
    await workspace.call('POST', '/people/U0DAVE/messages', { channel: 'C0OTHER', text: 'unheard' });
    await workspace.call('POST', '/people/U0ALICE/messages', { channel: 'C0GENERAL', text: 'heard' });
    const [first, second] = [await socket.nextEnvelope(), await socket.nextEnvelope()];
    expect(first).toMatchObject({
      payload: {
        team_id: null,
        enterprise_id: 'E0LOCAL',
        event: { type: 'team_access_revoked', team_ids: ['T0OTHER'] },
        authorizations: [{ enterprise_id: 'E0LOCAL', team_id: null, is_enterprise_install: true }],
      },
    });
    expect(eventIn(second)).toMatchObject({ type: 'message', text: 'heard' });
  });

  it('lets its token do nothing there until it is let in again', async () => {
    const { workspace, token } = await takenOut();
    const posting = { channel: 'C0OTHER', text: 'hello' };
    expect(await errorOf(workspace, 'chat.postMessage', posting, token)).toBe('team_access_not_granted');
    expect(await errorOf(workspace, 'auth.test', {}, token)).toBeUndefined();
    await workspace.call('POST', '/control/app', { action: 'grant-access', team: 'T0OTHER' });
    expect(await errorOf(workspace, 'chat.postMessage', posting, token)).toBeUndefined();
  });

  it('can only be an organisation', async () => {
    const workspace = await openWorkspace();
    const answer = await workspace.call('POST', '/control/app', { action: 'revoke-access', team: 'T0OTHER' });
    expect(answer).toMatchObject({ error: 'not_of_an_organisation' });
  });
});

describe('an upload', () => {
  const withFiles = () => openWorkspace({ manifestPath: changedManifest({ scopes: { add: ['files:write'] } }) });

  it('by the unmodified SDK puts the file into the thread', async () => {
    const workspace = await withFiles();
    const client = new WebClient('xoxb-local', { slackApiUrl: `${workspace.url}/api/` });
    const root = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'root' });
    await client.filesUploadV2({
      channel_id: 'C0GENERAL',
      thread_ts: String(root.ts),
      filename: 'arguments.json',
      content: '{"a":1}',
      initial_comment: 'All of them',
    });
    const [, reply] = await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', root.ts);
    expect(reply).toMatchObject({ text: 'All of them', files: [{ name: 'arguments.json' }] });
    const { id } = Object(Object(reply).files[0]);
    expect(await (await fetch(`${workspace.url}/files/${id}`)).text()).toContain('{"a":1}');
  });

  it('that was never sent cannot be completed', async () => {
    const workspace = await withFiles();
    const asked = await api(workspace, 'files.getUploadURLExternal', { filename: 'a.txt', length: 3 });
    const files = [{ id: asked['file_id'] }];
    expect(await errorOf(workspace, 'files.completeUploadExternal', { files })).toBe('file_not_found');
  });

  it('takes 16 MiB and not a byte more', async () => {
    const workspace = await withFiles();
    const asking = (length: number) => errorOf(workspace, 'files.getUploadURLExternal', { filename: 'a', length });
    expect(await asking(16 * 1024 * 1024)).toBeUndefined();
    expect(await asking(16 * 1024 * 1024 + 1)).toBe('file_upload_size_restricted');
    expect(await asking(0)).toBe('invalid_arguments');
  });
});
