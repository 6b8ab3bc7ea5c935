import { z } from 'zod';
import { orNull, slackId } from '../payloads/common.ts';

const outer = z.object({
  is_enterprise_install: z
    .union([z.boolean(), z.literal('true'), z.literal('false')])
    .optional()
    .catch(undefined),
  enterprise: orNull(z.object({ id: slackId })),
  enterprise_id: orNull(slackId),
  team: orNull(z.object({ id: slackId })),
  team_id: orNull(slackId),
  context_team_id: orNull(slackId),
  user: orNull(z.object({ team_id: orNull(slackId) })),
  authorizations: z
    .array(
      z.object({
        team_id: orNull(slackId),
        enterprise_id: orNull(slackId),
        is_enterprise_install: z.boolean().optional().catch(undefined),
      }),
    )
    .nullish()
    .catch(null),
});

/** A workspace that is served through the installation of its organisation. */
export interface Membership {
  readonly team: string;
  readonly enterprise: string;
}

/**
 * What a delivery to an organisation's installation says about the workspace it comes from; null for every other one.
 * Interactions of such an installation name no team, only that of the person; commands spell truth as a text.
 */
export function membershipIn(body: Readonly<Record<string, unknown>>): Membership | null {
  const read = outer.safeParse(body);
  if (!read.success) return null;
  const { data } = read;
  const [authorization] = data.authorizations ?? [];
  const orgWide = authorization?.is_enterprise_install ?? String(data.is_enterprise_install) === 'true';
  if (!orgWide) return null;
  const enterprise = authorization?.enterprise_id ?? data.enterprise?.id ?? data.enterprise_id;
  const team = authorization?.team_id ?? data.context_team_id ?? data.team_id ?? data.team?.id ?? data.user?.team_id;
  if (typeof enterprise !== 'string' || typeof team !== 'string' || !team.startsWith('T')) return null;
  return { team, enterprise };
}
