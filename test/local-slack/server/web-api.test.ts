import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { api, errorOf } from './support/api.ts';
import { changedManifest } from './support/manifest.ts';
import { openWorkspace } from './support/workspace.ts';

describe('a Web API call', () => {
  it.each([
    ['not_authed', 'auth.test', ''],
    ['invalid_auth', 'auth.test', 'xoxb-wrong'],
    ['not_allowed_token_type', 'auth.test', 'xapp-local'],
    ['not_allowed_token_type', 'apps.connections.open', 'xoxb-local'],
    ['unknown_method', 'chat.explode', 'xoxb-local'],
  ])('is refused with %s: %s with token "%s"', async (error, method, token) => {
    expect(await errorOf(await openWorkspace(), method, {}, token)).toBe(error);
  });

  it('is refused once its token has been revoked', async () => {
    const workspace = await openWorkspace();
    await workspace.call('POST', '/control/app', { action: 'revoke-tokens' });
    expect(await errorOf(workspace, 'auth.test')).toBe('token_revoked');
  });

  it('takes the token as an argument too', async () => {
    expect(await errorOf(await openWorkspace(), 'auth.test', { token: 'xoxb-local' }, '')).toBeUndefined();
  });

  it('names every required argument that is missing', async () => {
    const answer = await api(await openWorkspace(), 'chat.update', { text: 'x' });
    expect(answer).toMatchObject({
      ok: false,
      error: 'invalid_arguments',
      response_metadata: {
        messages: ['[ERROR] missing required field: channel', '[ERROR] missing required field: ts'],
      },
    });
  });

  it('says which scope it lacks and which there are', async () => {
    const manifestPath = changedManifest({ scopes: { remove: ['usergroups:read'] } });
    const answer = await api(await openWorkspace({ manifestPath }), 'usergroups.users.list', { usergroup: 'S0ONCALL' });
    expect(answer).toMatchObject({ ok: false, error: 'missing_scope', needed: 'usergroups:read' });
    expect(String(answer['provided'])).toContain('chat:write');
  });

  it('needs the scope that fits the sort of conversation', async () => {
    const manifestPath = changedManifest({ scopes: { remove: ['groups:read'] } });
    const workspace = await openWorkspace({ manifestPath });
    expect(await errorOf(workspace, 'conversations.info', { channel: 'C0GENERAL' })).toBeUndefined();
    expect(await errorOf(workspace, 'conversations.info', { channel: 'C0OPS' })).toBe('missing_scope');
  });

  it('may be JSON', async () => {
    const workspace = await openWorkspace();
    const response = await fetch(`${workspace.url}/api/chat.postMessage`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-local', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ channel: 'C0GENERAL', blocks: [{ type: 'divider' }], text: 'a line' }),
    });
    expect(await response.json()).toMatchObject({
      ok: true,
      message: { text: 'a line', blocks: [{ type: 'divider' }] },
    });
  });

  it('with a body that is no JSON object is refused', async () => {
    const workspace = await openWorkspace();
    const response = await fetch(`${workspace.url}/api/auth.test`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-local', 'content-type': 'application/json' },
      body: '[1',
    });
    expect(await response.json()).toEqual({ ok: false, error: 'invalid_json' });
  });

  it('with a body over 4 MiB is 413', async () => {
    const workspace = await openWorkspace();
    const body = 'x'.repeat(4 * 1024 * 1024 + 1);
    const response = await fetch(`${workspace.url}/api/auth.test`, { method: 'POST', body });
    expect(response.status).toBe(413);
  });

  it('by the unmodified SDK finds people, groups and channels', async () => {
    const workspace = await openWorkspace();
    const client = new WebClient('xoxb-local', { slackApiUrl: `${workspace.url}/api/` });
    const identity = await client.auth.test();
    const guest = await client.users.info({ user: 'U0GUEST' });
    const stranger = await client.users.info({ user: 'U0DAVE' });
    const gone = await client.users.info({ user: 'U0GONE' });
    const group = await client.usergroups.users.list({ usergroup: 'S0ONCALL' });
    const mine = await client.users.conversations({ types: 'public_channel,private_channel', exclude_archived: true });
    expect(identity).toMatchObject({ team_id: 'T0LOCAL', user_id: 'U0COUNTER', bot_id: 'B0COUNTER' });
    expect(guest.user).toMatchObject({ is_restricted: true, deleted: false, team_id: 'T0LOCAL' });
    expect(stranger.user).toMatchObject({ is_stranger: true, team_id: 'T0OTHER' });
    expect(gone.user).toMatchObject({ deleted: true });
    expect(group.users).toEqual(['U0BOB', 'U0CAROL']);
    expect(mine.channels?.map((channel) => channel.id)).toEqual(['C0GENERAL', 'C0SUPPORT', 'C0OPS', 'C0SHARED']);
  });

  it.each([
    ['user_not_found', 'users.info', { user: 'U0NOBODY' }],
    ['no_such_subteam', 'usergroups.users.list', { usergroup: 'S0NONE' }],
    ['bot_not_found', 'bots.info', { bot: 'B0NONE' }],
    ['channel_not_found', 'conversations.info', { channel: 'C0NONE' }],
    ['channel_not_found', 'conversations.info', { channel: 'C0OTHER' }],
    ['missing_scope', 'team.info', {}],
  ])('answers %s: %s %o', async (error, method, args) => {
    expect(await errorOf(await openWorkspace(), method, args)).toBe(error);
  });

  it('reads a list page by page', async () => {
    const workspace = await openWorkspace();
    const first = await api(workspace, 'conversations.members', { channel: 'C0GENERAL', limit: 4 });
    const cursor = Object(first['response_metadata']).next_cursor;
    const second = await api(workspace, 'conversations.members', { channel: 'C0GENERAL', limit: 4, cursor });
    expect(first['members']).toHaveLength(4);
    expect(second).toMatchObject({ members: ['U0BOTX', 'U0COUNTER'], response_metadata: { next_cursor: '' } });
  });
});

describe('the second team', () => {
  it('has a token of its own and does not see the first team’s channels', async () => {
    const workspace = await openWorkspace();
    expect(await api(workspace, 'auth.test', {}, 'xoxb-other')).toMatchObject({ team_id: 'T0OTHER' });
    expect(await errorOf(workspace, 'conversations.info', { channel: 'C0GENERAL' }, 'xoxb-other')).toBe(
      'channel_not_found',
    );
    expect(await errorOf(workspace, 'conversations.info', { channel: 'C0SHARED' }, 'xoxb-other')).toBeUndefined();
    expect(await errorOf(workspace, 'usergroups.users.list', { usergroup: 'S0ONCALL' }, 'xoxb-other')).toBe(
      'no_such_subteam',
    );
  });
});

describe('auth.teams.list', () => {
  it('names the workspaces a token opens, whichever of them the organisation took the app out of', async () => {
    const workspace = await openWorkspace({ organisation: true });
    const installed = await api(workspace, 'oauth.v2.access', {
      client_id: 'local-client-id',
      client_secret: 'local-client-secret',
      code: 'local-code-E0LOCAL',
    });
    const token = String(installed['access_token']);
    await workspace.call('POST', '/control/app', { action: 'revoke-access', team: 'T0LOCAL' });
    expect(await api(workspace, 'auth.teams.list', {}, token)).toMatchObject({ teams: [{ id: 'T0OTHER' }] });
    expect(await api(workspace, 'auth.teams.list', {}, 'xoxb-local')).toMatchObject({ teams: [{ id: 'T0LOCAL' }] });
  });
});
