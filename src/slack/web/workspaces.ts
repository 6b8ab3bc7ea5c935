import { WebClient, type WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { Logger } from '../../ports/logger.ts';
import { noTraces, type Tracer } from '../../ports/tracer.ts';
import { makeSdkLogger } from '../sdk-logger.ts';
import { codeOf, type SlackApi } from './call.ts';
import type { Pace } from './methods.ts';
import { makeRenewedApi } from './renewed-api.ts';
import { makeSchedule, type Schedule } from './schedule.ts';
import type { Timers } from './timers.ts';
import type { FoundToken, TokenSource } from './token-source.ts';
import { tracedCall } from './traced-api.ts';
import { makeWebApi } from './web-api.ts';

/** Who we are in one workspace, and the two ways to call it. */
export interface Workspace {
  readonly team: string;
  readonly enterprise: string | null;
  readonly botUser: string;
  readonly botId: string;
  /** The token that holds at this moment. It may be another one soon: ask for the workspace again, do not keep it. */
  readonly botToken: string;
  /** For people who wait: a trigger id lives three seconds. Never queued, never repeated. */
  readonly now: SlackApi;
  /** For everything else: within Slack's budgets, never repeated by itself. */
  readonly later: Schedule;
}

/** The workspaces the bot is installed in. Null: not installed there, or no longer. */
export interface Workspaces {
  of(team: string): Promise<Workspace | null>;
  /** The bot was removed or its token revoked: whoever asks next finds out what holds now. */
  forget(team: string): void;
}

export type FetchFunction = NonNullable<WebClientOptions['fetch']>;

export interface WorkspacesParts {
  readonly tokens: TokenSource;
  readonly slackApiUrl: string;
  readonly logger: Logger;
  readonly timers: Timers;
  readonly fetch?: FetchFunction;
  readonly pace?: Pace;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer;
}

const INTERACTIVE_TIMEOUT_MS = 2_000;
const BACKGROUND_TIMEOUT_MS = 15_000;
/** The SDK would repeat a write up to ten times; a post whose answer was lost would appear as often. */
const NO_RETRIES = { retries: 0 };
const WORKSPACES_KEPT = 1_000;

const identity = z.object({
  team_id: z.string(),
  enterprise_id: z.string().nullish(),
  user_id: z.string(),
  bot_id: z.string(),
});

/** Makes each workspace's clients once for an installation; they go on when its token is renewed. */
export function makeWorkspaces(parts: WorkspacesParts): Workspaces {
  const known = new Map<string, Promise<Workspace>>();
  return {
    async of(team) {
      const found = await parts.tokens.tokenFor(team);
      if (found === null) return null;
      const key = JSON.stringify([found.installation, found.organisation === null ? null : team]);
      const made = known.get(key) ?? connect(parts, team, found);
      if (!known.has(key)) {
        const [oldest] = known.keys();
        if (known.size >= WORKSPACES_KEPT && oldest !== undefined) known.delete(oldest);
        known.set(key, made);
        made.catch(() => known.delete(key));
      }
      return { ...(await made), botToken: found.token };
    },
    forget(team) {
      for (const [key, made] of known) {
        made.then(
          (workspace) => {
            if (workspace.team === team || workspace.enterprise === team) known.delete(key);
          },
          () => known.delete(key),
        );
      }
    },
  };
}

/** The token does not open the workspace: it is wrong, revoked, or Slack cannot be reached. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  readonly code: string;

  constructor(code: string) {
    super(`Slack did not accept the bot token: ${code}`);
    this.code = code;
  }
}

async function connect(parts: WorkspacesParts, team: string, found: FoundToken): Promise<Workspace> {
  const { slackApiUrl, logger, timers, tracer = noTraces } = parts;
  const client = (timeout: number): SlackApi =>
    makeRenewedApi({
      tokenNow: (refused) => parts.tokens.tokenFor(team, refused),
      clientWith: (token) =>
        makeWebApi(
          new WebClient(token, {
            slackApiUrl,
            timeout,
            retryConfig: NO_RETRIES,
            rejectRateLimitedCalls: true,
            allowAbsoluteUrls: false,
            logger: makeSdkLogger(logger, 'web-api'),
            ...(parts.fetch === undefined ? {} : { fetch: parts.fetch }),
          }),
        ),
    });
  const background = client(BACKGROUND_TIMEOUT_MS);
  const outcome = await background.call('auth.test', {});
  if (outcome.kind !== 'ok') throw new TokenRefused(codeOf(outcome));
  const self = identity.safeParse(outcome.body);
  if (!self.success) throw new TokenRefused('not_a_bot_token');
  const now = client(INTERACTIVE_TIMEOUT_MS);
  const later = makeSchedule(background, timers, parts.pace);
  return {
    // A token of an organisation says the organisation's id for a team.
    team: found.organisation === null ? self.data.team_id : team,
    enterprise: found.organisation ?? self.data.enterprise_id ?? null,
    botUser: self.data.user_id,
    botId: self.data.bot_id,
    botToken: found.token,
    now: { call: tracedCall(now.call, tracer) },
    later: { ...later, call: tracedCall(later.call, tracer) },
  };
}
