import { APP_ID, BOT_USER, HOME_TEAM, OTHER_TEAM, TEAMS } from '../world/people.ts';
import { textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';

/** Tokens of the workspace, by the team they belong to. */
export const BOT_TOKENS: ReadonlyMap<string, string> = new Map([
  ['xoxb-local', HOME_TEAM],
  ['xoxb-other', OTHER_TEAM],
]);
export const APP_TOKEN = 'xapp-local';
export const CLIENT_ID = 'local-client-id';
const CLIENT_SECRET = 'local-client-secret';

/** The codes that `/oauth/v2/authorize` hands out, by team. */
const CODES: ReadonlyMap<string, string> = new Map([...TEAMS.keys()].map((team) => [codeFor(team), team]));

export function codeFor(teamId: string): string {
  return `local-code-${teamId}`;
}

/** oauth.v2.access: a code becomes the bot token of its team. Refreshing is off, as in the manifest. */
export function exchangeCode({ args, workspace }: MethodCall): Outcome {
  if (textArg(args, 'client_id') !== CLIENT_ID) return refused('invalid_client_id');
  if (textArg(args, 'client_secret') !== CLIENT_SECRET) return refused('bad_client_secret');
  if (textArg(args, 'grant_type') === 'refresh_token') return refused('invalid_refresh_token');
  const team = TEAMS.get(CODES.get(textArg(args, 'code') ?? '') ?? '');
  const token = [...BOT_TOKENS].find(([, teamId]) => teamId === team?.id)?.[0];
  if (!team || token === undefined) return refused('invalid_code');
  return ok({
    access_token: token,
    token_type: 'bot',
    scope: [...workspace.manifest.botScopes].join(','),
    bot_user_id: BOT_USER,
    app_id: APP_ID,
    team: { id: team.id, name: team.name },
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: team.id === HOME_TEAM ? 'U0ALICE' : 'U0DAVE' },
  });
}
