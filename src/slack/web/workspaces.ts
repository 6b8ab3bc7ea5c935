import { WebClient, type WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { Logger } from '../../ports/logger.ts';
import { makeSdkLogger } from '../sdk-logger.ts';
import { codeOf, type SlackApi } from './call.ts';
import type { Pace } from './methods.ts';
import { makeSchedule, type Schedule } from './schedule.ts';
import type { Timers } from './timers.ts';
import { makeWebApi } from './web-api.ts';

/** Who we are in one workspace, and the two ways to call it. */
export interface Workspace {
  readonly team: string;
  readonly enterprise: string | null;
  readonly botUser: string;
  readonly botId: string;
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

/** Where bot tokens come from: one from the environment, or one for each installation. */
export interface TokenSource {
  tokenFor(team: string): Promise<string | null>;
}

export type FetchFunction = NonNullable<WebClientOptions['fetch']>;

export interface WorkspacesParts {
  readonly tokens: TokenSource;
  readonly slackApiUrl: string;
  readonly logger: Logger;
  readonly timers: Timers;
  readonly fetch?: FetchFunction;
  readonly pace?: Pace;
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

/** Makes each workspace's clients once, and again when its token has changed. */
export function makeWorkspaces(parts: WorkspacesParts): Workspaces {
  const known = new Map<string, Promise<Workspace>>();
  return {
    async of(team) {
      const token = await parts.tokens.tokenFor(team);
      if (token === null) return null;
      const made = known.get(token);
      if (made !== undefined) return await made;
      const [oldest] = known.keys();
      if (known.size >= WORKSPACES_KEPT && oldest !== undefined) known.delete(oldest);
      const making = connect(parts, token);
      known.set(token, making);
      making.catch(() => known.delete(token));
      return await making;
    },
    forget(team) {
      for (const [token, made] of known) {
        void made.then((workspace) => {
          if (workspace.team === team || workspace.enterprise === team) known.delete(token);
        });
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

async function connect(parts: WorkspacesParts, token: string): Promise<Workspace> {
  const { slackApiUrl, logger, timers } = parts;
  const client = (timeout: number): SlackApi =>
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
    );
  const background = client(BACKGROUND_TIMEOUT_MS);
  const outcome = await background.call('auth.test', {});
  if (outcome.kind !== 'ok') throw new TokenRefused(codeOf(outcome));
  const self = identity.safeParse(outcome.body);
  if (!self.success) throw new TokenRefused('not_a_bot_token');
  return {
    team: self.data.team_id,
    enterprise: self.data.enterprise_id ?? null,
    botUser: self.data.user_id,
    botId: self.data.bot_id,
    botToken: token,
    now: client(INTERACTIVE_TIMEOUT_MS),
    later: makeSchedule(background, timers, parts.pace),
  };
}
