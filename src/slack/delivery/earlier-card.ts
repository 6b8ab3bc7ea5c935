import { z } from 'zod';
import type { Approval } from '../../domain/approvals.ts';
import { codeOf } from '../web/call.ts';
import { within } from '../web/timers.ts';
import type { DeliveryContext } from './context.ts';

const answer = z.object({ permalink: z.url({ protocol: /^https?$/ }).max(1_000) });

/** A card does not wait longer for a link in it. */
const LINK_WITHIN_MS = 3_000;

type LinkContext = Pick<DeliveryContext, 'now' | 'workspace' | 'links' | 'thread' | 'timers' | 'logger'>;

/** What was not found out is not remembered: the next time the card is shown, Slack is asked again. */
class LinkUnknown extends Error {
  override readonly name = 'LinkUnknown';
}

/**
 * Where the card stands that asked for the same call before it had changed; null when there is none, or Slack does not
 * say where, or not in time: the card then says it in words only.
 */
export async function earlierCardLink(
  { now, workspace, links, thread, timers, logger }: LinkContext,
  { request }: Approval,
): Promise<string | null> {
  const earlier = request.earlier === null ? undefined : now.approvals.approvals.get(request.earlier);
  const card = earlier?.cards.findLast(({ channel }) => channel === thread.channel);
  if (card === undefined) return null;
  const { channel, message } = card;
  const look = async (): Promise<string> => {
    const asked = workspace.later.call('chat.getPermalink', { channel, message_ts: message }, 'first');
    const outcome = await within(timers, LINK_WITHIN_MS, asked, null);
    const link = outcome?.kind === 'ok' ? answer.safeParse(outcome.body).data?.permalink : undefined;
    if (link !== undefined) return link;
    const code = outcome === null ? 'late' : outcome.kind === 'ok' ? 'unreadable' : codeOf(outcome);
    logger.info({ code }, 'an earlier card could not be linked to');
    throw new LinkUnknown(code);
  };
  return await links.get(`${thread.team} ${channel} ${message}`, look).catch(() => null);
}
