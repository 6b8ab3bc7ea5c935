import { z } from 'zod';
import type { Installations } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import { orNull, slackId } from '../payloads/common.ts';
import type { Workspaces } from '../web/workspaces.ts';
import type { Withdraw } from './removal.ts';
import { teamsLetIn } from './teams-let-in.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** Which workspaces an organisation let the bot into, or took out again. */
export interface TeamAccess {
  readonly kind: 'granted' | 'revoked';
  readonly enterprise: string | null;
  readonly teams: readonly string[];
}

/** More than any organisation has. */
const TEAMS_READ = 20_000;

const outer = z.object({
  enterprise_id: orNull(slackId),
  authorizations: z
    .array(z.object({ enterprise_id: orNull(slackId) }))
    .nullish()
    .catch(null),
  event: z.object({
    type: z.enum(['team_access_granted', 'team_access_revoked']),
    team_ids: z.array(slackId).max(TEAMS_READ),
  }),
});

/** Null for any other event. @see https://docs.slack.dev/reference/events/team_access_revoked */
export function teamAccessIn(body: Readonly<Record<string, unknown>>): TeamAccess | null {
  const read = outer.safeParse(body);
  if (!read.success) return null;
  const { event, enterprise_id: named, authorizations } = read.data;
  return {
    kind: event.type === 'team_access_granted' ? 'granted' : 'revoked',
    enterprise: authorizations?.[0]?.enterprise_id ?? named ?? null,
    teams: event.team_ids.filter((team) => team.startsWith('T')),
  };
}

/** Slack could not be asked what holds now; the delivery is to come again. */
class AccessUncertain extends Error {
  override readonly name = 'AccessUncertain';
}

/**
 * An organisation lets its installation into workspaces, or takes them out. A workspace that is let in is served at
 * once. In one that is taken out what waits is ended, what its people chose is forgotten, nothing is owed any more, and
 * the organisation's token is not used for it; what it installed by itself stays. Deliveries come late and in any order:
 * what Slack says when it is asked goes before what one of them says. Rejects when it is to be tried again.
 */
export const makeTeamAccess =
  (parts: {
    readonly installations: Pick<Installations, 'of' | 'organisationOf'>;
    readonly keeper: Pick<TokenKeeper, 'heldAt' | 'admit' | 'dismiss'>;
    readonly workspaces: () => Pick<Workspaces, 'of'>;
    readonly withdraw: Withdraw;
    readonly forgetPeople: (team: string) => Promise<void>;
    readonly forget: (id: string) => void;
    readonly logger: Logger;
  }) =>
  async (body: Readonly<Record<string, unknown>>): Promise<void> => {
    const access = teamAccessIn(body);
    if (access === null || access.enterprise === null) return;
    const { installations, keeper, logger } = parts;
    const { enterprise, kind } = access;
    const bot = (await keeper.heldAt(enterprise))?.held.botUser;
    // Without an installation of the organisation there is nothing to be let into.
    if (bot === undefined) return;
    const organisation = await parts.workspaces().of(enterprise);
    const letIn = organisation === null ? 'refused' : await teamsLetIn(organisation);
    if (letIn === 'unknown') throw new AccessUncertain('Slack could not be asked which workspaces the bot is let into');
    for (const team of access.teams) {
      if (letIn !== 'refused' && letIn.has(team) !== (kind === 'granted')) {
        logger.warn({ team, kind }, 'word of a workspace that is not so any more was left alone');
        continue;
      }
      if (kind === 'granted') {
        await keeper.admit(team, enterprise);
        continue;
      }
      const served = await installations.organisationOf(team);
      if (served !== null && served !== enterprise) continue;
      await keeper.dismiss(team, enterprise);
      if ((await installations.of(team)) !== null) continue;
      parts.forget(team);
      const ended = await parts.withdraw(`${team}:`, { team, user: bot });
      await parts.forgetPeople(team);
      logger.warn({ team, ended }, 'an organisation took the bot out of a workspace');
    }
  };
