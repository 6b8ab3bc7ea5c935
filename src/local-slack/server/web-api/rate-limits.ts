/** Slack's tiers, in calls a minute for one method of one workspace (https://docs.slack.dev/apis/web-api/rate-limits). */
const TIER_PER_MINUTE = { 1: 1, 2: 20, 3: 50, 4: 100 } as const;
export type Tier = keyof typeof TIER_PER_MINUTE | 'special';

/** "Hundreds of requests per minute" for the methods outside the tiers. */
const SPECIAL_PER_MINUTE = 600;
const WINDOW_MS = 60_000;
/** Posting: one message a second for each channel, with short bursts (several cards of one turn) tolerated. */
export const POSTING_BURST = 10;
const POSTING_REFILL_MS = 1_000;
/** "A workspace-wide limit of several hundred messages per minute." */
export const POSTING_PER_WORKSPACE_MINUTE = 300;

export interface RateLimits {
  /** Counts the call; answers the seconds to wait where it is one too many. */
  method(name: string, tier: Tier, teamId: string): number | undefined;
  posting(channel: string, teamId: string): number | undefined;
  clear(): void;
}

export function makeRateLimits(mode: 'slack' | 'off', now: () => number): RateLimits {
  const windows = new Map<string, number[]>();
  const buckets = new Map<string, { tokens: number; at: number }>();
  if (mode === 'off') return { method: () => undefined, posting: () => undefined, clear: () => {} };

  function slide(key: string, limit: number): number | undefined {
    const recent = (windows.get(key) ?? []).filter((at) => now() - at < WINDOW_MS);
    windows.set(key, recent);
    const oldest = recent[0];
    if (recent.length >= limit && oldest !== undefined) return seconds(oldest + WINDOW_MS - now());
    recent.push(now());
    return undefined;
  }

  function drip(key: string): number | undefined {
    const bucket = buckets.get(key) ?? { tokens: POSTING_BURST, at: now() };
    const tokens = Math.min(POSTING_BURST, bucket.tokens + (now() - bucket.at) / POSTING_REFILL_MS);
    const allowed = tokens >= 1;
    buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now() });
    return allowed ? undefined : seconds((1 - tokens) * POSTING_REFILL_MS);
  }

  return {
    method: (name, tier, teamId) =>
      slide(`${teamId} ${name}`, tier === 'special' ? SPECIAL_PER_MINUTE : TIER_PER_MINUTE[tier]),
    posting: (channel, teamId) =>
      drip(`${teamId} ${channel}`) ?? slide(`${teamId} posting`, POSTING_PER_WORKSPACE_MINUTE),
    clear() {
      windows.clear();
      buckets.clear();
    },
  };
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
