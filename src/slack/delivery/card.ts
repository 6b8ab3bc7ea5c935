import type { Approval } from '../../domain/approvals.ts';
import { approvalId } from '../../domain/ids.ts';
import { isGoneForGood } from '../answer/remedies.ts';
import { approvalCard } from '../views/approval-card.ts';
import { bareCard } from '../views/bare-card.ts';
import type { Message } from '../views/message.ts';
import { settledCard } from '../views/settled-card.ts';
import { type DeliveryContext, STILL_WRITING } from './context.ts';
import { type Delivery, isClosedTo, post, type Sending, type Sent, update } from './send.ts';
import { announceWaiting } from './waiting.ts';

/** A place that is closed to us may open again while somebody could still answer. */
const CLOSED_RETRY_MS = 5 * 60_000;

/** The card of an approval shows what the log says: posted if it is not there, else updated. */
export async function deliverCard(context: DeliveryContext): Promise<Delivery> {
  const { now, id, item } = context;
  const approval = now.approvals.approvals.get(approvalId(id));
  if (approval === undefined) return { kind: 'done' };
  const message = cardOf(context, approval);
  const own = approval.cards.filter(({ channel }) => channel === context.thread.channel).at(-1);
  if (own === undefined) {
    if (context.live.isLive(approval.request.turnId)) return STILL_WRITING;
    const posted = await postCard(context, approval, message, item.key);
    return posted.kind === 'done' ? await announceWaiting(context, approval.request.turnId) : posted;
  }
  for (const card of approval.cards) {
    const sent: Sent = { channel: card.channel, ts: card.message };
    const updated = await updateCard(context, approval, sent, message);
    if (updated.kind === 'gone' && card === own) {
      const replaced = await postCard(context, approval, message, `${item.key}@${card.message}`);
      if (replaced.kind !== 'done') return replaced;
    } else if (updated.kind === 'again') {
      return updated;
    } else if (updated.kind === 'impossible') {
      context.logger.error({ item: item.key, code: updated.code }, 'a card could not be updated; the decision stands');
    }
  }
  return { kind: 'done' };
}

export function cardOf({ now }: DeliveryContext, approval: Approval): Message {
  const { status } = approval;
  return status.kind === 'pending' ? approvalCard(approval) : settledCard(approval, status, now.approvals);
}

async function postCard(
  context: DeliveryContext,
  approval: Approval,
  message: Message,
  name: string,
): Promise<Delivery> {
  const { workspace, logger, thread, item, commands } = context;
  const first = name === item.key && item.attempts === 0;
  // Nobody saw it, and nobody can answer it any more.
  if (approval.status.kind !== 'pending' && first) return { kind: 'done' };
  const what = {
    item: name,
    channel: thread.channel,
    thread,
    mayStandSince: first ? null : approval.request.requestedAt,
  };
  let sending: Sending = await post(workspace, logger, { ...what, message });
  if (sending.kind === 'impossible' && !isClosedTo(sending.code)) {
    logger.error({ item: name, code: sending.code }, 'Slack refused a card; a bare one is posted');
    sending = await post(workspace, logger, { ...what, message: bareCard(approval) });
  }
  switch (sending.kind) {
    case 'sent':
      await commands.cardPosted(approval.request.approvalId, {
        channel: sending.sent.channel,
        message: sending.sent.ts,
      });
      return { kind: 'done' };
    case 'again':
      return sending;
    case 'impossible':
      logger.error({ item: name, code: sending.code }, 'a card cannot be posted here');
      // It is never taken for a denial: it expires by its own deadline, unless the place opens again before.
      return approval.status.kind === 'pending' && !isGoneForGood(sending.code)
        ? { kind: 'again', afterMs: CLOSED_RETRY_MS }
        : { kind: 'done' };
  }
}

async function updateCard(
  { workspace, logger, item }: DeliveryContext,
  approval: Approval,
  sent: Sent,
  message: Message,
) {
  const updated = await update(workspace, logger, sent, message, item.key);
  if (updated.kind !== 'impossible' || isClosedTo(updated.code)) return updated;
  return await update(workspace, logger, sent, bareCard(approval), item.key);
}
