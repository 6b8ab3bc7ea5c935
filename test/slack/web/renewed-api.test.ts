import { describe, expect, it } from 'vitest';
import type { CallOutcome } from '../../../src/slack/web/call.ts';
import { makeRenewedApi } from '../../../src/slack/web/renewed-api.ts';
import type { FoundToken } from '../../../src/slack/web/token-source.ts';

const done: CallOutcome = { kind: 'ok', body: {} };
const refused = (code: string): CallOutcome => ({ kind: 'refused', code, details: [] });
const found = (token: string): FoundToken => ({ token, installation: 'i1', organisation: null });

/** Calls with tokens from `tokenNow`; Slack answers by the token it gets. */
function calling(
  tokenNow: (refusedToken?: string) => Promise<FoundToken | null>,
  answer: (token: string) => CallOutcome,
) {
  const used: string[] = [];
  const api = makeRenewedApi({
    tokenNow,
    clientWith: (token) => ({
      async call() {
        used.push(token);
        return answer(token);
      },
    }),
  });
  return { used, call: () => api.call('users.info', {}) };
}

describe('a call whose token Slack refuses', () => {
  it.each(['token_expired', 'token_revoked', 'invalid_auth'])(
    'for %s is repeated once with the next token',
    async (code) => {
      const { used, call } = calling(
        async (old) => found(old === undefined ? 'old' : 'new'),
        (token) => (token === 'old' ? refused(code) : done),
      );
      expect([await call(), used]).toEqual([done, ['old', 'new']]);
    },
  );

  it('stays refused where there is no other token', async () => {
    const { used, call } = calling(
      async () => found('only'),
      () => refused('token_revoked'),
    );
    expect([await call(), used]).toEqual([refused('token_revoked'), ['only']]);
  });

  it('is repeated no more than once', async () => {
    let next = 0;
    const { used, call } = calling(
      async () => found(`token-${next++}`),
      () => refused('token_expired'),
    );
    await call();
    expect(used).toEqual(['token-0', 'token-1']);
  });

  it('is left alone for any other reason', async () => {
    const { used, call } = calling(
      async () => found('good'),
      () => refused('user_not_found'),
    );
    expect([await call(), used]).toEqual([refused('user_not_found'), ['good']]);
  });
});

describe('a call without a token', () => {
  it('is refused where the bot is not installed any more', async () => {
    const { used, call } = calling(
      async () => null,
      () => done,
    );
    expect([await call(), used]).toEqual([refused('token_revoked'), []]);
  });

  it('is for later where none can be had now', async () => {
    const { used, call } = calling(
      () => Promise.reject(new Error('the store is away')),
      () => done,
    );
    expect([await call(), used]).toEqual([{ kind: 'unknown', why: 'no-token' }, []]);
  });
});
