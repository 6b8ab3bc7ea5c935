import { approvalId } from '../../domain/ids.ts';
import { approvalCard } from '../views/approval-card.ts';
import { reminder } from '../views/notices.ts';
import { type DeliveryContext, mayStandSince } from './context.ts';
import { type Delivery, post } from './send.ts';

/** A card nobody has answered is brought up again: in its thread, and where policy says that others look. */
export async function deliverNudge(context: DeliveryContext): Promise<Delivery> {
  const { now, id, workspace, logger, thread, commands } = context;
  const approval = now.approvals.approvals.get(approvalId(id));
  if (approval === undefined || approval.status.kind !== 'pending') return { kind: 'done' };
  const { escalateTo } = approval.request;
  const escalates = approval.escalatedAt !== null && escalateTo !== null;
  const isThere = approval.cards.some(({ channel }) => channel !== thread.channel);
  if (escalates && !isThere) {
    const copy = await post(workspace, logger, {
      item: `${context.item.key}@elsewhere`,
      message: approvalCard(approval),
      channel: escalateTo,
      thread: null,
      mayStandSince: null,
    });
    if (copy.kind === 'again') return copy;
    if (copy.kind === 'sent') {
      await commands.cardPosted(approval.request.approvalId, { channel: copy.sent.channel, message: copy.sent.ts });
    }
  }
  const reminded = await post(workspace, logger, {
    item: `${context.item.key}@${approval.remindedAt ?? 0}`,
    message: reminder(approval),
    channel: thread.channel,
    thread,
    mayStandSince: mayStandSince(context),
  });
  return reminded.kind === 'sent' ? { kind: 'done' } : reminded;
}
