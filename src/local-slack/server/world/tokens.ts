import type { Ids } from '../ids.ts';
import { HOME_TEAM, OTHER_TEAM } from './people.ts';

/** A token as `oauth.v2.access` gives it; the last two only while tokens are rotated. */
export interface IssuedToken {
  readonly token: string;
  readonly refreshToken: string | undefined;
  readonly expiresInSeconds: number | undefined;
}

type TokenCheck =
  | { readonly kind: 'known'; readonly place: string }
  | { readonly kind: 'refused'; readonly error: 'invalid_auth' | 'token_revoked' | 'token_expired' };

/** The app's bot tokens. A place is a workspace's id, or the organisation's. */
export interface Tokens {
  check(token: string): TokenCheck;
  isInstalled(place: string): boolean;
  install(place: string): IssuedToken;
  /** The next pair for a refresh token, which is good for one use; undefined for any other text. */
  renew(refreshToken: string): { readonly place: string; readonly issued: IssuedToken } | undefined;
  revoke(token: string): void;
  /** Every token of the place, and what they would be renewed with. */
  revokeAll(place: string): void;
}

export interface Rotation {
  readonly lifeMs: number;
}

interface Issued {
  readonly place: string;
  readonly expiresAt: number;
  revoked: boolean;
}

/** The tokens that are there without an installation, so that an app can start with one. They never run out. */
const FIRST_TOKENS: ReadonlyMap<string, string> = new Map([
  [HOME_TEAM, 'xoxb-local'],
  [OTHER_TEAM, 'xoxb-other'],
]);
const SECRET_LENGTH = 40;

/** Without `rotation` a place has one token for as long as it is installed, as Slack has it. */
export function makeTokens(ids: Ids, now: () => number, rotation: Rotation | undefined): Tokens {
  const issued = new Map<string, Issued>();
  const refreshTokens = new Map<string, string>();
  const never = Number.POSITIVE_INFINITY;
  for (const [place, token] of FIRST_TOKENS) issued.set(token, { place, expiresAt: never, revoked: false });

  const isLive = ({ revoked, expiresAt }: Issued): boolean => !revoked && now() < expiresAt;
  const liveToken = (place: string): string | undefined =>
    [...issued].find(([, one]) => one.place === place && isLive(one))?.[0];

  const issue = (place: string): IssuedToken => {
    if (!rotation) {
      const token = liveToken(place) ?? `xoxb-${ids.hex(SECRET_LENGTH)}`;
      issued.set(token, { place, expiresAt: never, revoked: false });
      return { token, refreshToken: undefined, expiresInSeconds: undefined };
    }
    const token = `xoxe.xoxb-1-${ids.hex(SECRET_LENGTH)}`;
    const refreshToken = `xoxe-1-${ids.hex(SECRET_LENGTH)}`;
    issued.set(token, { place, expiresAt: now() + rotation.lifeMs, revoked: false });
    refreshTokens.set(refreshToken, place);
    return { token, refreshToken, expiresInSeconds: rotation.lifeMs / 1_000 };
  };

  return {
    check(token) {
      const known = issued.get(token);
      if (!known) return { kind: 'refused', error: 'invalid_auth' };
      if (known.revoked) return { kind: 'refused', error: 'token_revoked' };
      return isLive(known) ? { kind: 'known', place: known.place } : { kind: 'refused', error: 'token_expired' };
    },
    isInstalled: (place) =>
      liveToken(place) !== undefined || [...refreshTokens.values()].some((owner) => owner === place),
    install: issue,
    renew(refreshToken) {
      const place = refreshTokens.get(refreshToken);
      if (place === undefined) return undefined;
      refreshTokens.delete(refreshToken);
      return { place, issued: issue(place) };
    },
    revoke(token) {
      const known = issued.get(token);
      if (known) known.revoked = true;
    },
    revokeAll(place) {
      for (const one of issued.values()) if (one.place === place) one.revoked = true;
      for (const [refreshToken, owner] of refreshTokens) if (owner === place) refreshTokens.delete(refreshToken);
    },
  };
}
