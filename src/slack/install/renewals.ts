import { type Installation, type Installations, placeId } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Timers } from '../web/timers.ts';
import { type HeldTokens, sealTokens } from './held-tokens.ts';
import type { GrantedToken, OauthApi } from './oauth-api.ts';
import { OAUTH_TIMEOUT_MS } from './oauth-api.ts';
import { renewalOf } from './renewal-times.ts';
import type { SealingKeys } from './token-seal.ts';

/**
 * `renewed`: the store has the next token. `elsewhere`: somebody else is at it, or was. `failed`: not now; it is tried
 * again once the claim has run out. `impossible`: there is nothing left to renew it with.
 */
export type Renewed = 'renewed' | 'elsewhere' | 'failed' | 'impossible';

export interface Renewals {
  /** Never rejects. Calls for the same installation at the same time are one. */
  renew(installation: Installation, held: HeldTokens): Promise<Renewed>;
}

/** Longer than asking Slack takes, with room to store the answer. Also how long a failure keeps everybody from trying. */
export const RENEWAL_LEASE_MS = OAUTH_TIMEOUT_MS + 20_000;
/** Slack's ways to say that this refresh token will never work again. */
const SPENT: ReadonlySet<string> = new Set([
  'invalid_refresh_token',
  'invalid_grant',
  'token_revoked',
  'account_inactive',
]);

/**
 * Renews tokens once, however many want it and in however many processes: a refresh token is good for one use. Whoever
 * has the claim asks Slack; the new pair is in the store before anybody uses it. A process that dies between the two has
 * taken the pair with it: Slack then refuses the old refresh token, and somebody has to install again.
 */
export function makeRenewals(parts: {
  readonly installations: Installations;
  readonly keys: SealingKeys;
  readonly oauth: Pick<OauthApi, 'renew'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly onLost: (lost: { readonly installation: Installation; readonly held: HeldTokens }) => void;
}): Renewals {
  const { installations, keys, oauth, timers, logger } = parts;
  const running = new Map<string, Promise<Renewed>>();
  /** Pairs that Slack gave and the store has not taken yet, by what they renew. */
  const unstored = new Map<string, GrantedToken>();
  const lost = new Set<string>();

  const renewOnce = async (installation: Installation, held: HeldTokens): Promise<Renewed> => {
    const which = nameOf(installation);
    if (held.renewal === null || lost.has(which)) return 'impossible';
    const granted = unstored.get(which);
    if (granted !== undefined) return await keep(installation, held, granted);
    if (!(await installations.claimRenewal(installation, RENEWAL_LEASE_MS))) return 'elsewhere';
    const outcome = await oauth.renew(held.renewal.refreshToken);
    const place = placeId(installation.place);
    switch (outcome.kind) {
      case 'granted':
        unstored.set(which, outcome.granted);
        return await keep(installation, held, outcome.granted);
      case 'unknown':
        logger.warn({ place, code: outcome.code }, 'a token could not be renewed; it will be tried again');
        return 'failed';
      case 'refused':
        if (!SPENT.has(outcome.code)) {
          logger.error({ place, code: outcome.code }, 'Slack refused to renew a token; it will be tried again');
          return 'failed';
        }
        lost.add(which);
        logger.error({ place, code: outcome.code }, 'a token cannot be renewed any more: install the app again');
        parts.onLost({ installation, held });
        return 'impossible';
    }
  };

  /** First into the store, then into use: whoever asks next finds it there. */
  const keep = async (installation: Installation, held: HeldTokens, granted: GrantedToken): Promise<Renewed> => {
    const { token } = granted;
    const next = { ...held, token, renewal: renewalOf(granted, timers.now()) };
    const replaced = await installations.replace(installation, sealTokens(keys, installation.place, next));
    unstored.delete(nameOf(installation));
    const place = placeId(installation.place);
    if (replaced) logger.info({ place }, 'a token was renewed');
    else logger.warn({ place }, 'an installation changed while its token was renewed; the new token is not used');
    return replaced ? 'renewed' : 'elsewhere';
  };

  return {
    renew(installation, held) {
      const which = nameOf(installation);
      const known = running.get(which);
      if (known !== undefined) return known;
      const renewing = renewOnce(installation, held)
        .catch((): Renewed => {
          logger.error({ place: placeId(installation.place) }, 'a renewed token could not be stored');
          return 'failed';
        })
        .finally(() => running.delete(which));
      running.set(which, renewing);
      return renewing;
    },
  };
}

/** One state of one installation. Both come from the database: a version alone could be another place's. */
const nameOf = ({ place, version }: Installation): string => JSON.stringify([placeId(place), version]);
