import type { Renewal } from './held-tokens.ts';
import type { GrantedToken } from './oauth-api.ts';

/** Slack's tokens live twelve hours; two of them are left for everything that can go wrong. */
const RENEW_AHEAD_MS = 2 * 60 * 60_000;

/** When a token that was just given is to be renewed; null for one that does not expire. */
export function renewalOf({ refreshToken, expiresInMs }: GrantedToken, now: number): Renewal | null {
  if (refreshToken === null || expiresInMs === null) return null;
  const ahead = Math.min(RENEW_AHEAD_MS, expiresInMs / 2);
  return { refreshToken, dueAt: now + expiresInMs - ahead, expiresAt: now + expiresInMs };
}
