import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { api, errorOf } from './support/api.ts';
import { changedManifest } from './support/manifest.ts';
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
