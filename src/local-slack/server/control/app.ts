import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import type { RouteRequest } from '../http/routes.ts';
import { readJson } from '../people/person-request.ts';
import type { Workspace } from '../workspace.ts';
import { APP_ID, BOT_USER, HOME_TEAM, ORGANISATION, TEAMS } from '../world/people.ts';

/** `team` is a workspace, or the organisation; the home team unless it is given. */
const CHANGE = z.object({
  action: z.enum(['uninstall', 'revoke-tokens', 'rate-limited', 'revoke-access', 'grant-access']),
  team: z.string().default(HOME_TEAM),
});

/** What an admin or Slack does to the installed app. */
export async function changeApp(workspace: Workspace, { request }: RouteRequest): Promise<Reply> {
  const body = await readJson(request, CHANGE);
  if (body.kind === 'refused') return body.reply;
  const { action, team } = body.value;
  if (team !== ORGANISATION.id && !TEAMS.has(team)) return problem(404, 'team_not_found');
  // What was removed is not there any more to be asked.
  const isOrgWide = team === ORGANISATION.id;
  const removed = { enterprise: workspace.isOrganisation ? ORGANISATION.id : null, isOrgWide };
  switch (action) {
    case 'rate-limited':
      workspace.events.emitRaw({
        token: 'local-verification-token',
        type: 'app_rate_limited',
        team_id: HOME_TEAM,
        minute_rate_limited: Math.floor(workspace.clock.now() / 60_000) * 60,
        api_app_id: APP_ID,
      });
      break;
    case 'uninstall':
      workspace.world.tokens.revokeAll(team);
      workspace.events.emit({ type: 'app_uninstalled', event_ts: workspace.nextTs() }, { team, as: removed });
      break;
    case 'revoke-tokens':
      workspace.world.tokens.revokeAll(team);
      workspace.events.emit(
        { type: 'tokens_revoked', tokens: { bot: [BOT_USER], oauth: [] }, event_ts: workspace.nextTs() },
        { team, as: removed },
      );
      break;
    case 'revoke-access':
    case 'grant-access':
      if (!workspace.isOrganisation || !TEAMS.has(team)) return problem(409, 'not_of_an_organisation');
      changeAccess(workspace, team, action === 'grant-access');
      break;
  }
  return jsonReply({ ok: true });
}

/** The organisation's installation reaches the workspace or does not; the event is the organisation's, of no workspace. */
function changeAccess(workspace: Workspace, team: string, granted: boolean): void {
  const { withoutAccess } = workspace.world;
  if (granted) withoutAccess.delete(team);
  else withoutAccess.add(team);
  const type = granted ? 'team_access_granted' : 'team_access_revoked';
  const as = { enterprise: ORGANISATION.id, isOrgWide: true };
  workspace.events.emit({ type, team_ids: [team], event_ts: workspace.nextTs() }, { team: null, as });
}
