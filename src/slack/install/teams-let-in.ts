import { z } from 'zod';
import { orNull, slackId } from '../payloads/common.ts';
import type { Workspace } from '../web/workspaces.ts';

const PAGE = 1_000;
/** More than any organisation has. */
const PAGES = 20;

const page = z.object({
  teams: z.array(z.object({ id: slackId })),
  response_metadata: orNull(z.object({ next_cursor: z.string().catch('') })),
});

/**
 * The workspaces an organisation lets the bot into, as Slack says now. `refused`: Slack does not tell this token;
 * `unknown`: it cannot be asked at the moment.
 * @see https://docs.slack.dev/reference/methods/auth.teams.list
 */
export async function teamsLetIn({
  later,
}: Pick<Workspace, 'later'>): Promise<ReadonlySet<string> | 'refused' | 'unknown'> {
  const teams = new Set<string>();
  let cursor = '';
  for (let read = 0; read < PAGES; read += 1) {
    const outcome = await later.call('auth.teams.list', { limit: PAGE, ...(cursor === '' ? {} : { cursor }) }, 'first');
    if (outcome.kind === 'refused') return 'refused';
    const listed = outcome.kind === 'ok' ? page.safeParse(outcome.body).data : undefined;
    if (listed === undefined) return 'unknown';
    for (const { id } of listed.teams) teams.add(id);
    cursor = listed.response_metadata?.next_cursor ?? '';
    if (cursor === '') break;
  }
  return teams;
}
