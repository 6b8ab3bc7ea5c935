import { describe, expect, it, onTestFinished } from 'vitest';
import { startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { silent } from '../../../src/ports/logger.ts';
import { makeOauthApi } from '../../../src/slack/install/oauth-api.ts';
import { sealingKeysNamed } from '../../support/slack/installable-bot.ts';
import { controlAt } from '../../support/slack/people.ts';

/** Slack's OAuth methods in a local Slack, as the app with this secret. */
async function slackFor(clientSecret = 'local-client-secret') {
  const { url, close } = await startLocalSlack({ rateLimits: 'off' });
  onTestFinished(close);
  const api = makeOauthApi({
    oauth: {
      clientId: 'local-client-id',
      clientSecret,
      publicUrl: 'http://127.0.0.1:9',
      redirectUri: 'http://127.0.0.1:9/slack/oauth_redirect',
      listen: { host: '127.0.0.1', port: 0 },
      mayInstall: 'any',
      keys: sealingKeysNamed('k1'),
    },
    slackApiUrl: `${url}/api/`,
    fetch: globalThis.fetch,
    logger: silent,
  });
  return { api, control: controlAt(url) };
}

describe('Slack’s answer to a code', () => {
  it('is the token with where it works', async () => {
    const { api } = await slackFor();
    expect(await api.exchange('local-code-T0OTHER')).toMatchObject({
      kind: 'granted',
      granted: { token: 'xoxb-other', place: { kind: 'workspace', team: 'T0OTHER' }, name: 'Other Company' },
    });
  });

  it('is a refusal for another secret, which is repeated to nobody', async () => {
    const { api } = await slackFor('another-secret');
    expect(await api.exchange('local-code-T0LOCAL')).toEqual({ kind: 'refused', code: 'bad_client_secret' });
  });

  it.each(['http:500', 'html', 'garbage', 'drop-after-accept', 'ratelimit:5'])(
    'leaves everything open after %s',
    async (kind) => {
      const { api, control } = await slackFor();
      await control.fault({ method: 'oauth.v2.access', times: 1, kind });
      expect((await api.exchange('local-code-T0LOCAL')).kind).toBe('unknown');
      expect((await control.calls()).filter(({ method }) => method === 'oauth.v2.access')).toHaveLength(1);
    },
  );
});

describe('whether a token is accepted', () => {
  it.each([
    ['xoxb-local', 'accepted'],
    ['xoxb-none', 'refused'],
  ])('%s: %s', async (token, answer) => {
    expect(await (await slackFor()).api.isAccepted(token)).toBe(answer);
  });

  it.each(['error:token_expired', 'http:500'])('is not known after %s', async (kind) => {
    const { api, control } = await slackFor();
    await control.fault({ method: 'auth.test', times: 1, kind });
    expect(await api.isAccepted('xoxb-local')).toBe('unknown');
  });

  it('is refused once it was given back', async () => {
    const { api } = await slackFor();
    await api.giveBack('xoxb-local');
    expect(await api.isAccepted('xoxb-local')).toBe('refused');
  });
});
