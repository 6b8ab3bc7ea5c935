import { approvalId } from '../../domain/ids.ts';
import { elicitationCard } from '../views/elicitation-card.ts';
import type { DeliveryContext } from './context.ts';
import { type Delivery, post, update } from './send.ts';

/**
 * The card of a server's question shows what the log says. It does not wait for the answer being written, as other
 * cards do: that answer waits for this one.
 */
export async function deliverElicitation(context: DeliveryContext): Promise<Delivery> {
  const { now, id, item, workspace, logger, thread, commands } = context;
  const elicitation = now.elicitations.get(approvalId(id));
  if (elicitation === undefined) return { kind: 'done' };
  const { asked, status, cards } = elicitation;
  const message = elicitationCard(elicitation);
  const own = cards.at(-1);
  if (own !== undefined) {
    const updated = await update(workspace, logger, { channel: own.channel, ts: own.message }, message, item.key);
    return updated.kind === 'gone' ? { kind: 'done' } : updated;
  }
  // Nobody saw it, and nobody can answer it any more.
  if (status.kind !== 'pending' && item.attempts === 0) return { kind: 'done' };
  const mayStandSince = item.attempts === 0 ? null : asked.askedAt;
  const sending = await post(workspace, logger, {
    item: item.key,
    message,
    channel: thread.channel,
    thread,
    mayStandSince,
  });
  if (sending.kind !== 'sent') return sending;
  await commands.cardPosted(asked.approvalId, { channel: sending.sent.channel, message: sending.sent.ts });
  return { kind: 'done' };
}
