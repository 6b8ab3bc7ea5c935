import type { Approval } from '../../domain/approvals.ts';
import { approvalId } from '../../domain/ids.ts';
import { isGoneForGood } from '../answer/remedies.ts';
import { approvalCard } from '../views/approval-card.ts';
import { bareCard } from '../views/bare-card.ts';
import { groupCard } from '../views/group-card.ts';
import { groupOf } from '../views/group-rows.ts';
import type { Message } from '../views/message.ts';
import { settledCard } from '../views/settled-card.ts';
import { type DeliveryContext, STILL_WRITING } from './context.ts';
import { deliverDirect } from './direct.ts';
import { earlierCardLink } from './earlier-card.ts';
import { type Delivery, isClosedTo, postEvenBare, type Sent, update } from './send.ts';
import { announceWaiting } from './waiting.ts';

/** A place that is closed to us may open again while somebody could still answer. */
const CLOSED_RETRY_MS = 5 * 60_000;

/** What stands in the thread for an approval: a card of its own, or a message it shares with others. */
interface Standing {
  /** The name by which the message can be found again. */
  readonly name: string;
  readonly members: readonly Approval[];
  readonly message: Message;
  /** For when Slack refuses the message. */
  readonly bare: Message;
  /** Shared by as many items as it has members: most find that it shows already what they owe. */
  readonly shared: boolean;
}

/** The card of an approval shows what the log says: posted if it is not there, else updated. */
export async function deliverCard(context: DeliveryContext): Promise<Delivery> {
  const { now, id, thread, live, logger, item } = context;
  const approval = now.approvals.approvals.get(approvalId(id));
  if (approval === undefined) return { kind: 'done' };
  const standing = await standingOf(context, approval);
  const own = approval.cards.filter(({ channel }) => channel === thread.channel).at(-1);
  if (own === undefined) {
    if (live.isLive(approval.request.turnId)) return STILL_WRITING;
    const posted = await postCard(context, standing, standing.name);
    if (posted.kind !== 'done') return posted;
    const brought = await deliverDirect(context, approval, item.attempts === 0);
    // Neither waits for the other.
    const announced = await announceWaiting(context, approval.request.turnId);
    return brought.kind === 'done' ? announced : brought;
  }
  for (const card of approval.cards) {
    const sent: Sent = { channel: card.channel, ts: card.message };
    const updated = await updateCard(
      context,
      card.channel === thread.channel ? standing : await alone(context, approval),
      sent,
    );
    if (updated.kind === 'gone' && card === own) {
      const replaced = await postCard(context, standing, `${standing.name}@${card.message}`);
      if (replaced.kind !== 'done') return replaced;
    } else if (updated.kind === 'again') {
      return updated;
    } else if (updated.kind === 'impossible') {
      logger.error({ item: item.key, code: updated.code }, 'a card could not be updated; the decision stands');
    }
  }
  return await deliverDirect(context, approval, false);
}

async function standingOf(context: DeliveryContext, approval: Approval): Promise<Standing> {
  const { approvals } = context.now;
  const group = groupOf(approvals, approval);
  if (group === null) return await alone(context, approval);
  return {
    name: `cards:${approval.request.turnId}#${group.index}`,
    members: group.rows,
    message: groupCard(group, approvals),
    bare: groupCard(group, approvals, 'bare'),
    shared: true,
  };
}

async function alone(context: DeliveryContext, approval: Approval): Promise<Standing> {
  const { item, now } = context;
  const { status } = approval;
  const message =
    status.kind === 'pending'
      ? approvalCard(approval, { earlier: await earlierCardLink(context, approval) })
      : settledCard(approval, status, now.approvals);
  return { name: item.key, members: [approval], message, bare: bareCard(approval), shared: false };
}

async function postCard(context: DeliveryContext, standing: Standing, name: string): Promise<Delivery> {
  const { workspace, logger, thread, item } = context;
  const { members, message, bare, shared } = standing;
  const isFirstTry = name === standing.name && item.attempts === 0;
  const isOpen = members.some(({ status }) => status.kind === 'pending');
  // Nobody saw it, and nobody can answer it any more.
  if (!isOpen && isFirstTry) return { kind: 'done' };
  const asked = Math.min(...members.map(({ request }) => request.requestedAt));
  // A shared message may have been posted for another of its members.
  const mayStandSince = isFirstTry && !shared ? null : asked;
  const what = { item: name, channel: thread.channel, thread, mayStandSince };
  const sending = await postEvenBare(workspace, logger, what, { message, bare });
  switch (sending.kind) {
    case 'sent':
      await noteCard(context, members, sending.sent);
      return { kind: 'done' };
    case 'again':
      return sending;
    case 'impossible':
      logger.error({ item: name, code: sending.code }, 'a card cannot be posted here');
      // It is never taken for a denial: it expires by its own deadline, unless the place opens again before.
      return isOpen && !isGoneForGood(sending.code) ? { kind: 'again', afterMs: CLOSED_RETRY_MS } : { kind: 'done' };
  }
}

/** Every call is answered by itself: the message is the card of each. */
async function noteCard({ commands }: DeliveryContext, members: readonly Approval[], { channel, ts }: Sent) {
  for (const { request } of members) await commands.cardPosted(request.approvalId, { channel, message: ts });
}

async function updateCard({ workspace, logger, item, sent: known }: DeliveryContext, standing: Standing, sent: Sent) {
  const { message, bare, shared } = standing;
  if (shared && known.shows(sent, message)) return { kind: 'done' as const };
  const name = shared ? standing.name : item.key;
  const updated = await update(workspace, logger, sent, message, name);
  if (shared && updated.kind === 'done') known.noteShown(sent, message);
  if (updated.kind !== 'impossible' || isClosedTo(updated.code)) return updated;
  return await update(workspace, logger, sent, bare, name);
}
