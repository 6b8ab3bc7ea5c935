import { z } from 'zod';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { RouteRequest } from '../http/routes.ts';
import { readJson } from '../people/person-request.ts';
import { BOT_TOKENS } from '../web-api/oauth.ts';
import type { Workspace } from '../workspace.ts';
import { APP_ID, BOT_USER, HOME_TEAM } from '../world/people.ts';

const CHANGE = z.object({ action: z.enum(['uninstall', 'revoke-tokens', 'rate-limited']) });

/** What an admin or Slack does to the installed app. */
export async function changeApp(workspace: Workspace, { request }: RouteRequest): Promise<Reply> {
  const body = await readJson(request, CHANGE);
  if (body.kind === 'refused') return body.reply;
  switch (body.value.action) {
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
      revoke(workspace);
      workspace.events.emit({ type: 'app_uninstalled', event_ts: workspace.nextTs() });
      break;
    case 'revoke-tokens':
      revoke(workspace);
      workspace.events.emit({
        type: 'tokens_revoked',
        tokens: { bot: [BOT_USER], oauth: [] },
        event_ts: workspace.nextTs(),
      });
      break;
  }
  return jsonReply({ ok: true });
}

function revoke(workspace: Workspace): void {
  for (const [token, teamId] of BOT_TOKENS) {
    if (teamId === HOME_TEAM) workspace.world.revokedTokens.add(token);
  }
}
