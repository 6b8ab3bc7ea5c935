import type { CallOutcome, SlackApi } from './call.ts';
import type { FoundToken } from './token-source.ts';

/** What Slack says of a token that was replaced, has run out or was taken back. */
const TOKEN_REFUSED: ReadonlySet<string> = new Set(['token_expired', 'token_revoked', 'invalid_auth']);
/** Nobody has a token for the place any more. */
const NO_TOKEN: CallOutcome = { kind: 'refused', code: 'token_revoked', details: [] };

/**
 * Calls with the token that holds now. A call whose token Slack refuses was not done: it is repeated once, if there is
 * another token by then.
 */
export function makeRenewedApi(parts: {
  readonly tokenNow: (refused?: string) => Promise<FoundToken | null>;
  readonly clientWith: (token: string) => SlackApi;
}): SlackApi {
  let client: { readonly token: string; readonly api: SlackApi } | null = null;
  const apiWith = (token: string): SlackApi => {
    if (client?.token !== token) client = { token, api: parts.clientWith(token) };
    return client.api;
  };
  const tokenOr = async (refused?: string): Promise<FoundToken | CallOutcome> => {
    try {
      return (await parts.tokenNow(refused)) ?? NO_TOKEN;
    } catch {
      return { kind: 'unknown', why: 'no-token' };
    }
  };
  return {
    async call(method, args) {
      const found = await tokenOr();
      if ('kind' in found) return found;
      const outcome = await apiWith(found.token).call(method, args);
      if (outcome.kind !== 'refused' || !TOKEN_REFUSED.has(outcome.code)) return outcome;
      const another = await tokenOr(found.token);
      if ('kind' in another || another.token === found.token) return outcome;
      return await apiWith(another.token).call(method, args);
    },
  };
}
