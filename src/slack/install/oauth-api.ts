import { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { InstallationPlace } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import { slackId } from '../payloads/common.ts';
import { makeSdkLogger } from '../sdk-logger.ts';
import { codeOf } from '../web/call.ts';
import { outcomeOf } from '../web/web-api.ts';
import type { FetchFunction } from '../web/workspaces.ts';
import type { OauthSettings } from './settings.ts';

/** A bot token from Slack, and what comes with it. `expiresInMs` is null for one that does not expire. */
export interface GrantedToken {
  readonly token: string;
  readonly refreshToken: string | null;
  readonly expiresInMs: number | null;
}

/** What Slack gives for a code. */
export interface Granted extends GrantedToken {
  readonly place: InstallationPlace;
  /** The name of the workspace or organisation. */
  readonly name: string;
  readonly app: string;
  readonly botUser: string;
  readonly installedBy: string | null;
}

export type OauthOutcome<T> =
  | { readonly kind: 'granted'; readonly granted: T }
  | { readonly kind: 'refused'; readonly code: string }
  /** Slack may or may not have done it. */
  | { readonly kind: 'unknown'; readonly code: string };

export interface OauthApi {
  exchange(code: string): Promise<OauthOutcome<Granted>>;
  renew(refreshToken: string): Promise<OauthOutcome<GrantedToken>>;
  /** Hands a token back that we will not use. Best effort. */
  giveBack(token: string): Promise<void>;
  /** Whether Slack still accepts this token. Of one that has just run out it does not say whether the app is there. */
  isAccepted(token: string): Promise<'accepted' | 'refused' | 'unknown'>;
}

/** Slack's own answers come within a second; nobody waits longer than this for a page. */
export const OAUTH_TIMEOUT_MS = 10_000;

const place = z.object({ id: slackId, name: z.string().catch('') });
const token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
});
const installation = token.extend({
  token_type: z.literal('bot'),
  bot_user_id: slackId,
  app_id: slackId,
  team: place.nullish(),
  enterprise: place.nullish(),
  is_enterprise_install: z.boolean().nullish(),
  authed_user: z.object({ id: slackId }).nullish().catch(null),
});

/** @see https://docs.slack.dev/reference/methods/oauth.v2.access */
export function makeOauthApi(parts: {
  readonly oauth: OauthSettings;
  readonly slackApiUrl: string;
  readonly fetch: FetchFunction;
  readonly logger: Logger;
}): OauthApi {
  const { clientId, clientSecret, redirectUri } = parts.oauth;
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const client = new WebClient(undefined, {
    slackApiUrl: parts.slackApiUrl,
    timeout: OAUTH_TIMEOUT_MS,
    // A code and a refresh token are good for one use: the SDK repeating a call would spend them and lose the answer.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: makeSdkLogger(parts.logger, 'web-api'),
    fetch: parts.fetch,
  });

  const ask = async <T>(call: () => Promise<unknown>, read: (body: unknown) => T | null): Promise<OauthOutcome<T>> => {
    try {
      const granted = read(await call());
      return granted === null ? { kind: 'unknown', code: 'unexpected_answer' } : { kind: 'granted', granted };
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome.kind === 'refused') return { kind: 'refused', code: outcome.code };
      return { kind: 'unknown', code: outcome.kind === 'ok' ? 'unexpected_answer' : codeOf(outcome) };
    }
  };

  return {
    exchange: (code) =>
      ask(() => client.oauth.v2.access({ ...credentials, code, redirect_uri: redirectUri }), readInstallation),
    renew: (refreshToken) =>
      ask(
        () => client.oauth.v2.access({ ...credentials, grant_type: 'refresh_token', refresh_token: refreshToken }),
        readToken,
      ),
    async giveBack(unwanted) {
      await client.auth.revoke({ token: unwanted }).catch(() => undefined);
    },
    async isAccepted(held) {
      const tested = await ask(
        () => client.auth.test({ token: held }),
        () => true,
      );
      if (tested.kind === 'granted') return 'accepted';
      return tested.code === 'token_expired' ? 'unknown' : tested.kind;
    },
  };
}

function readToken(body: unknown): GrantedToken | null {
  const read = token.safeParse(body);
  return read.success ? tokenOf(read.data) : null;
}

const tokenOf = (read: z.infer<typeof token>): GrantedToken => ({
  token: read.access_token,
  refreshToken: read.refresh_token ?? null,
  expiresInMs: read.expires_in === null || read.expires_in === undefined ? null : read.expires_in * 1_000,
});

function readInstallation(body: unknown): Granted | null {
  const read = installation.safeParse(body);
  if (!read.success) return null;
  const { team, enterprise, is_enterprise_install: orgWide, app_id: app, bot_user_id: botUser } = read.data;
  const where = (orgWide === true ? enterprise : team) ?? null;
  if (where === null) return null;
  return {
    ...tokenOf(read.data),
    place:
      orgWide === true
        ? { kind: 'organisation', enterprise: where.id }
        : { kind: 'workspace', team: where.id, enterprise: enterprise?.id ?? null },
    name: where.name,
    app,
    botUser,
    installedBy: read.data.authed_user?.id ?? null,
  };
}
