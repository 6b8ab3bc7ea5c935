import type { Approval } from '../../domain/approvals.ts';
import type { Person } from '../../domain/person.ts';
import { directChannel } from '../direct-channel.ts';
import { approvalCard } from '../views/approval-card.ts';
import { bareCard } from '../views/bare-card.ts';
import { groupOf } from '../views/group-rows.ts';
import { togetherNotice } from '../views/notices.ts';
import { codeOf } from '../web/call.ts';
import type { DeliveryContext } from './context.ts';
import { directRecipients } from './direct-recipients.ts';
import { earlierCardLink } from './earlier-card.ts';
import { type Delivery, postEvenBare, type Sent } from './send.ts';

/**
 * Brings a card that stands in its thread to those it waits for who want it by direct message as well. Such a copy is
 * one of the approval's cards like any other: it shows no more than the thread's, decides the same question by the same
 * rules, and is settled with it. Calls that share a message in the thread are only named in the direct one: rows of
 * several people's questions belong together where all of them can see them.
 */
export async function deliverDirect(context: DeliveryContext, approval: Approval, isFirst: boolean): Promise<Delivery> {
  if (approval.status.kind !== 'pending') return { kind: 'done' };
  const recipients = await directRecipients(context, approval);
  if (recipients === null) return { kind: 'again', afterMs: null };
  let owed: Delivery = { kind: 'done' };
  for (const person of recipients) {
    const brought = await bring(context, approval, person, isFirst);
    // Nobody waits for anybody else's copy.
    if (brought.kind === 'again') owed = brought;
  }
  return owed;
}

async function bring(
  context: DeliveryContext,
  approval: Approval,
  person: Person,
  isFirst: boolean,
): Promise<Delivery> {
  const { workspace, logger, thread, sent, now, commands } = context;
  const { approvalId: id, turnId, requestedAt } = approval.request;
  const group = groupOf(now.approvals, approval);
  const name = group === null ? `card:${id}@${person.user}` : `cards:${turnId}@${person.user}`;
  if (sent.get(name) !== undefined) return { kind: 'done' };
  const opened = await directChannel(workspace, person.user);
  if (opened.kind === 'rate-limited') return { kind: 'again', afterMs: opened.retryAfterMs };
  if (opened.kind === 'unknown') return { kind: 'again', afterMs: null };
  if (opened.kind === 'refused') {
    logger.warn({ item: name, code: codeOf(opened) }, 'somebody cannot be sent direct messages; they have the thread');
    return { kind: 'done' };
  }
  const { channel } = opened;
  const isThere = approval.cards.some((card) => card.channel === channel) || channel === thread.channel;
  if (isThere) return { kind: 'done' };
  const message =
    group === null
      ? approvalCard(approval, { earlier: await earlierCardLink(context, approval) })
      : togetherNotice(group.total);
  const sending = await postEvenBare(
    workspace,
    logger,
    { item: name, channel, thread: null, mayStandSince: isFirst && group === null ? null : requestedAt },
    { message, bare: group === null ? bareCard(approval) : message },
  );
  if (sending.kind === 'again') return sending;
  if (sending.kind === 'impossible') {
    logger.warn({ item: name, code: sending.code }, 'a direct message was refused; the card is in its thread');
    return { kind: 'done' };
  }
  sent.set(name, sending.sent);
  if (group === null) await commands.cardPosted(id, cardOf(sending.sent));
  return { kind: 'done' };
}

const cardOf = ({ channel, ts }: Sent) => ({ channel, message: ts });
