import type { Allowance } from './budget.ts';

/**
 * Every Web API method the bot calls, and how many calls a minute it allows itself per workspace.
 * Slack's tiers are minima ("20+"); the figures stay under them because Slack counts arrivals and we count departures.
 * @see https://docs.slack.dev/apis/web-api/rate-limits
 */
export const methods = {
  'auth.test': { perMinute: 60 },
  'auth.teams.list': { perMinute: 19 },
  'chat.postMessage': { perMinute: 240 },
  'chat.update': { perMinute: 48 },
  'chat.delete': { perMinute: 48 },
  'chat.postEphemeral': { perMinute: 95 },
  // Slack allows hundreds.
  'chat.getPermalink': { perMinute: 95 },
  // Starting and stopping share 20 a minute; half each, so that whatever was started can also be stopped.
  'chat.startStream': { perMinute: 10 },
  'chat.appendStream': { perMinute: 95 },
  'chat.stopStream': { perMinute: 10 },
  'agents.sessions.setStatus': { perMinute: 45 },
  'conversations.history': { perMinute: 48 },
  'conversations.info': { perMinute: 48 },
  'conversations.members': { perMinute: 95 },
  'conversations.open': { perMinute: 48 },
  'conversations.replies': { perMinute: 48 },
  'usergroups.users.list': { perMinute: 19 },
  'files.info': { perMinute: 95 },
  'users.conversations': { perMinute: 48 },
  'users.info': { perMinute: 95 },
  'views.open': { perMinute: 95 },
  'views.publish': { perMinute: 95 },
  'views.update': { perMinute: 95 },
} as const satisfies Readonly<Record<string, { readonly perMinute: number }>>;

export type Method = keyof typeof methods;

/** Whose limits the bot keeps to. */
export type Pace = 'slack' | 'unlimited';

export const allowanceOf = (method: Method): Allowance => ({ calls: methods[method].perMinute, inMs: 60_000 });

/** More than one process can send. */
export const UNLIMITED: Allowance = { calls: 1_000_000, inMs: 1_000 };

/** Posting is limited to about one message a second in each channel; short bursts, as of a turn's cards, pass. */
export const POSTS_PER_CHANNEL: Allowance = { calls: 8, inMs: 8_500 };
