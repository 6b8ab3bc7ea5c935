import { randomUUID } from 'node:crypto';
import { type Installations, placeId } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import { sealTokens } from './held-tokens.ts';
import type { Granted, OauthApi } from './oauth-api.ts';
import { renewalOf } from './renewal-times.ts';
import type { OauthSettings } from './settings.ts';

export type InstallEnd =
  | { readonly kind: 'installed'; readonly name: string; readonly app: string; readonly team: string | null }
  /** Slack did not give a token for the code. */
  | { readonly kind: 'refused' }
  /** Slack did not answer, or not in a way we understand. */
  | { readonly kind: 'unanswered' }
  /** Not one of the places that may install this bot. */
  | { readonly kind: 'not-allowed' };

/** Turns the code that Slack sent a browser back with into a stored installation. Rejects when it cannot be stored. */
export const makeFinishInstall =
  (parts: {
    readonly oauth: OauthSettings;
    readonly api: OauthApi;
    readonly installations: Installations;
    readonly now: () => number;
    readonly logger: Logger;
  }) =>
  async (code: string): Promise<InstallEnd> => {
    const { oauth, api, logger } = parts;
    const outcome = await api.exchange(code);
    if (outcome.kind !== 'granted') {
      logger.warn({ code: outcome.code }, 'an installation was not finished');
      return { kind: outcome.kind === 'refused' ? 'refused' : 'unanswered' };
    }
    const { granted } = outcome;
    const place = placeId(granted.place);
    if (!mayInstall(oauth, granted)) {
      logger.warn({ place }, 'a place that may not install the bot tried to; its token was given back');
      await api.giveBack(granted.token);
      return { kind: 'not-allowed' };
    }
    const installedAt = parts.now();
    await parts.installations.put(
      granted.place,
      sealTokens(oauth.keys, granted.place, {
        installation: randomUUID(),
        token: granted.token,
        renewal: renewalOf(granted, installedAt),
        botUser: granted.botUser,
        installedBy: granted.installedBy,
        installedAt,
      }),
    );
    logger.info({ place, kind: granted.place.kind, renews: granted.refreshToken !== null }, 'the bot was installed');
    const team = granted.place.kind === 'workspace' ? granted.place.team : null;
    return { kind: 'installed', name: granted.name, app: granted.app, team };
  };

/** A workspace may install where it is named itself, or its organisation is. */
function mayInstall({ mayInstall: allowed }: OauthSettings, { place }: Granted): boolean {
  if (allowed === 'any' || allowed.has(placeId(place))) return true;
  return place.enterprise !== null && allowed.has(place.enterprise);
}
