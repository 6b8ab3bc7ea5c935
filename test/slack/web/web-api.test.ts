import { LogLevel, WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { makeWebApi } from '../../../src/slack/web/web-api.ts';

/** A client whose every request is answered by this response. */
const apiAnswering = (response: (init?: RequestInit) => Response | Promise<Response>) =>
  makeWebApi(
    new WebClient('xoxb-test', {
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: 200,
      fetch: async (_, init) => await response(init),
      logger: {
        debug() {},
        info() {},
        warn() {},
        error() {},
        setLevel() {},
        setName() {},
        getLevel: () => LogLevel.ERROR,
      },
    }),
  );
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
/** A server that says nothing until whoever asked has gone. */
const silence = (init?: RequestInit): Promise<Response> =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
const call = (response: (init?: RequestInit) => Response | Promise<Response>) =>
  apiAnswering(response).call('users.info', { user: 'U1' });

describe('a call to Slack', () => {
  it('that succeeded gives its body', async () => {
    expect(await call(() => json({ ok: true, user: { id: 'U1' } }))).toMatchObject({
      kind: 'ok',
      body: { user: { id: 'U1' } },
    });
  });

  it('that was refused gives the code', async () => {
    const body = { ok: false, error: 'invalid_blocks', response_metadata: { messages: ['[ERROR] x'] } };
    expect(await call(() => json(body))).toEqual({ kind: 'refused', code: 'invalid_blocks', details: ['[ERROR] x'] });
  });

  it.each([
    ['a 429 with a time', () => json({}, 429, { 'retry-after': '7' }), 7_000],
    ['a 429 without one', () => json({}, 429), 2_000],
    ['rate_limited with HTTP 200', () => json({ ok: false, error: 'rate_limited' }), 2_000],
    ['ratelimited with HTTP 200', () => json({ ok: false, error: 'ratelimited' }), 2_000],
  ])('that was limited by %s says for how long', async (_, response, retryAfterMs) => {
    expect(await call(response)).toEqual({ kind: 'rate-limited', retryAfterMs });
  });

  it.each([
    ['HTTP 500', () => json({}, 500), 'http'],
    ['a page of HTML', () => new Response('<html>oops</html>', { status: 200 }), 'unreadable'],
    ['an empty body', () => new Response('', { status: 200 }), 'unreadable'],
    ['internal_error', () => json({ ok: false, error: 'internal_error' }), 'slack-fault'],
    ['nothing at all', silence, 'timeout'],
    ['a lost connection', () => Promise.reject(new TypeError('fetch failed')), 'network'],
  ])('answered by %s leaves open whether it happened', async (_, response, why) => {
    expect(await call(response)).toEqual({ kind: 'unknown', why });
  });
});
