import type { Approval } from '../../domain/approvals.ts';
import { approvalId } from '../../domain/ids.ts';
import { approvalCard } from '../views/approval-card.ts';
import { reminder } from '../views/notices.ts';
import { type DeliveryContext, mayStandSince } from './context.ts';
import { earlierCardLink } from './earlier-card.ts';
import { noteLostCopy } from './lost-copy.ts';
import { type Delivery, post } from './send.ts';

/** A card nobody has answered is brought up again: in its thread, and where policy says that others look. */
export async function deliverNudge(context: DeliveryContext): Promise<Delivery> {
  const approval = context.now.approvals.approvals.get(approvalId(context.id));
  if (approval === undefined) return { kind: 'done' };
  if (approval.status.kind !== 'pending') return await escalate(context, approval);
  const reminded = await remind(context, approval);
  // Neither waits for the other: a place that is closed must not keep the other from hearing of it.
  const escalated = await escalate(context, approval);
  if (reminded.kind !== 'done') return reminded;
  return escalated.kind === 'again' ? escalated : { kind: 'done' };
}

async function remind(context: DeliveryContext, approval: Approval): Promise<Delivery> {
  const { item, workspace, logger, thread } = context;
  const reminded = await post(workspace, logger, {
    item: `${item.key}@${approval.remindedAt ?? 0}`,
    message: reminder(approval),
    channel: thread.channel,
    thread,
    mayStandSince: mayStandSince(context),
  });
  return reminded.kind === 'sent' ? { kind: 'done' } : reminded;
}

/** A copy of the card elsewhere. One that was posted and not noted is found there, not posted again. */
async function escalate(context: DeliveryContext, approval: Approval): Promise<Delivery> {
  const { item, workspace, logger, thread, commands } = context;
  const { escalateTo, approvalId: id } = approval.request;
  const isThere = escalateTo === thread.channel || approval.cards.some(({ channel }) => channel === escalateTo);
  if (approval.escalatedAt === null || escalateTo === null || isThere) return { kind: 'done' };
  const name = `${item.key}@elsewhere`;
  if (approval.status.kind !== 'pending') {
    const sinceMs = approval.request.requestedAt;
    return await noteLostCopy(context, id, { name, channel: escalateTo, sinceMs });
  }
  const copy = await post(workspace, logger, {
    item: name,
    message: approvalCard(approval, { earlier: await earlierCardLink(context, approval) }),
    channel: escalateTo,
    thread: null,
    mayStandSince: mayStandSince(context),
  });
  if (copy.kind !== 'sent') return copy;
  await commands.cardPosted(id, { channel: copy.sent.channel, message: copy.sent.ts });
  return { kind: 'done' };
}
