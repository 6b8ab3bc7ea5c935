import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../src/domain/attached-file.ts';
import { makeFileContents } from '../../src/slack/files/file-contents.ts';
import type { Workspace } from '../../src/slack/web/workspaces.ts';

const file = { team: 'T1', id: 'F1', name: 'a.png', mimeType: 'image/png', size: 3 };
const never = new AbortController().signal;
const png = { 'content-type': 'image/png' };

/** A workspace that says the file lies at `address`, where this answer is; and what was asked of whom with what. */
function kept(address: string, answer: () => Response = () => new Response('abc', { headers: png })) {
  const asked: { readonly url: string; readonly authorization: string | null; readonly redirect: unknown }[] = [];
  const api = { call: async () => ({ kind: 'ok' as const, body: { file: { url_private: address } } }), free: () => 1 };
  const workspace: Workspace = {
    team: 'T1',
    enterprise: null,
    botUser: 'U0BOT',
    botId: 'B0BOT',
    botToken: 'xoxb-canary',
    now: api,
    later: api,
  };
  const contents = makeFileContents({
    workspaces: { of: async () => workspace, forget: () => {} },
    apiUrl: 'https://slack.com/api/',
    async fetch(url, init) {
      asked.push({
        url: String(url),
        authorization: init?.headers?.['authorization'] ?? null,
        redirect: init?.redirect,
      });
      return answer();
    },
  });
  return { read: () => contents.read(file, never), asked };
}

describe('what is in a file', () => {
  test('is read from where Slack keeps files, with the token, and redirects are not followed', async () => {
    const { read, asked } = kept('https://files.slack.com/files-pri/T1-F1/a.png');
    expect(await read()).toEqual({ kind: 'read', bytes: new TextEncoder().encode('abc') });
    expect(asked).toEqual([
      {
        url: 'https://files.slack.com/files-pri/T1-F1/a.png',
        authorization: 'Bearer xoxb-canary',
        redirect: 'error',
      },
    ]);
  });

  test.each([
    'https://evil.example/a.png',
    'https://files.slack.com.evil.example/a.png',
    'http://files.slack.com/a.png',
    'https://files.slack.com@evil.example/a.png',
    'https://files.slack.com:8443/a.png',
    'file:///etc/passwd',
  ])('is not looked for at %s: the token goes nowhere else', async (address) => {
    const { read, asked } = kept(address);
    expect(await read()).toEqual({ kind: 'unavailable', why: 'it is kept outside Slack' });
    expect(asked).toEqual([]);
  });

  test.each<[string, () => Response, string]>([
    [
      'a sign-in page',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'it may not be read',
    ],
    ['a refusal', () => new Response('no', { status: 403, headers: png }), 'it may not be read'],
    ['more than its size', () => new Response(new Uint8Array(MAX_FILE_BYTES + 1), { headers: png }), 'it is too large'],
    [
      'the word that it is more',
      () => new Response('abc', { headers: { ...png, 'content-length': String(MAX_FILE_BYTES + 1) } }),
      'it is too large',
    ],
    [
      'nothing',
      () => {
        throw new TypeError('fetch failed: token xoxb-canary');
      },
      'it could not be fetched',
    ],
  ])('is unavailable when %s comes back', async (_what, answer, why) => {
    expect(await kept('https://files.slack.com/a.png', answer).read()).toEqual({ kind: 'unavailable', why });
  });
});
