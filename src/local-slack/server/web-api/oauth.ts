import type { Workspace } from '../workspace.ts';
import { APP_ID, BOT_USER, HOME_TEAM, ORGANISATION, TEAMS } from '../world/people.ts';
import type { IssuedToken } from '../world/tokens.ts';
import { textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';

export const APP_TOKEN = 'xapp-local';
export const CLIENT_ID = 'local-client-id';
const CLIENT_SECRET = 'local-client-secret';
const CODE = /^local-code-(.+)$/;

/** The code that `/oauth/v2/authorize` hands out for a place. */
export const codeFor = (place: string): string => `local-code-${place}`;

/** Where the app can be installed: any workspace, and the organisation where there is one. */
export const isInstallable = (workspace: Workspace, place: string): boolean =>
  TEAMS.has(place) || (workspace.isOrganisation && place === ORGANISATION.id);

/** oauth.v2.access: a code becomes a bot token of its place, a refresh token the next one. */
export function exchangeCode({ args, workspace }: MethodCall): Outcome {
  if (textArg(args, 'client_id') !== CLIENT_ID) return refused('invalid_client_id');
  if (textArg(args, 'client_secret') !== CLIENT_SECRET) return refused('bad_client_secret');
  const { tokens } = workspace.world;
  if (textArg(args, 'grant_type') === 'refresh_token') {
    const renewed = tokens.renew(textArg(args, 'refresh_token') ?? '');
    return renewed ? granted(workspace, renewed.place, renewed.issued) : refused('invalid_refresh_token');
  }
  const place = CODE.exec(textArg(args, 'code') ?? '')?.[1] ?? '';
  if (!isInstallable(workspace, place)) return refused('invalid_code');
  return granted(workspace, place, tokens.install(place));
}

/** auth.revoke: the token the call was made with. */
export function revokeToken({ token, workspace }: MethodCall): Outcome {
  workspace.world.tokens.revoke(token ?? '');
  return ok({ revoked: true });
}

function granted(workspace: Workspace, place: string, { token, refreshToken, expiresInSeconds }: IssuedToken): Outcome {
  const team = TEAMS.get(place);
  return ok({
    access_token: token,
    token_type: 'bot',
    scope: [...workspace.manifest.botScopes].join(','),
    bot_user_id: BOT_USER,
    app_id: APP_ID,
    team: team ? { id: team.id, name: team.name } : null,
    enterprise: workspace.isOrganisation ? { id: ORGANISATION.id, name: ORGANISATION.name } : null,
    is_enterprise_install: team === undefined,
    authed_user: { id: team === undefined || team.id === HOME_TEAM ? 'U0ALICE' : 'U0DAVE' },
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken, expires_in: expiresInSeconds }),
  });
}
