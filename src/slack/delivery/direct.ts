import type { Approval } from '../../domain/approvals.ts';
import type { Person } from '../../domain/person.ts';
import { directChannel } from '../direct-channel.ts';
import { approvalCard } from '../views/approval-card.ts';
import { bareCard } from '../views/bare-card.ts';
import { groupOf } from '../views/group-rows.ts';
import type { Message } from '../views/message.ts';
import { togetherNotice } from '../views/notices.ts';
import { codeOf } from '../web/call.ts';
import type { DeliveryContext } from './context.ts';
import { directRecipients } from './direct-recipients.ts';
import { earlierCardLink } from './earlier-card.ts';
import { noteLostCopy } from './lost-copy.ts';
import { type Delivery, postEvenBare } from './send.ts';

/** Within a minute. A group that is gone is not waited for longer: everybody has the thread. */
const LOOK_UPS = 6;
/** Bringing it to one person takes a minute at most. Both together are less than what the item is leased for. */
const BRING_WITHIN_MS = 45_000;

/**
 * Brings a card that stands in its thread to those it waits for who want it by direct message as well. Such a copy is
 * one of the approval's cards like any other: it shows no more than the thread's, decides the same question by the same
 * rules, and is settled with it. Calls that share a message in the thread are only named in the direct one: rows of
 * several people's questions belong together where all of them can see them. Of what is settled nothing is posted.
 */
export async function deliverDirect(context: DeliveryContext, approval: Approval, isFirst: boolean): Promise<Delivery> {
  if (approval.status.kind !== 'pending' && context.item.attempts === 0) return { kind: 'done' };
  const { people, isWhole } = await directRecipients(context, approval);
  const isOver = context.item.attempts >= LOOK_UPS;
  let owed: Delivery = isWhole || isOver ? { kind: 'done' } : { kind: 'again', afterMs: null };
  const until = context.timers.now() + BRING_WITHIN_MS;
  for (const person of people) {
    if (context.timers.now() > until) return { kind: 'again', afterMs: 0 };
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
  const { workspace, logger, thread, sent, commands } = context;
  const copy = copyFor(context, approval, person);
  const isOpen = approval.status.kind === 'pending';
  if (!isOpen && !copy.isCard) return { kind: 'done' };
  if (sent.get(copy.name) !== undefined) return { kind: 'done' };
  const opened = await directChannel(workspace, person.user);
  if (opened.kind === 'rate-limited') return { kind: 'again', afterMs: opened.retryAfterMs };
  if (opened.kind === 'unknown') return { kind: 'again', afterMs: null };
  if (opened.kind === 'refused') {
    logger.warn({ item: copy.name, code: codeOf(opened) }, 'somebody takes no direct messages; they have the thread');
    return { kind: 'done' };
  }
  const { channel } = opened;
  if (channel === thread.channel || approval.cards.some((card) => card.channel === channel)) return { kind: 'done' };
  const { approvalId: id, requestedAt: sinceMs } = approval.request;
  if (!isOpen) return await noteLostCopy(context, id, { name: copy.name, channel, sinceMs });
  const mayStandSince = isFirst && copy.isCard ? null : sinceMs;
  const sending = await postEvenBare(
    workspace,
    logger,
    { item: copy.name, channel, thread: null, mayStandSince },
    await copy.content(),
  );
  if (sending.kind === 'again') return sending;
  if (sending.kind === 'impossible') {
    logger.warn({ item: copy.name, code: sending.code }, 'a direct message was refused; the card is in its thread');
    return { kind: 'done' };
  }
  // Noted first: what is only remembered would not be looked for again, and its buttons would mean nothing.
  const { ts: message } = sending.sent;
  if (copy.isCard) await commands.cardPosted(id, { channel: sending.sent.channel, message });
  sent.set(copy.name, sending.sent);
  return { kind: 'done' };
}

/** What one person gets, and the name by which it can be found again. */
interface Copy {
  readonly name: string;
  /** It can be decided there; otherwise it only says where. */
  readonly isCard: boolean;
  /** `bare` is for when Slack refuses the message. */
  content(): Promise<{ readonly message: Message; readonly bare: Message }>;
}

function copyFor(context: DeliveryContext, approval: Approval, { user }: Person): Copy {
  const group = groupOf(context.now.approvals, approval);
  const { approvalId: id, turnId } = approval.request;
  if (group !== null) {
    const message = togetherNotice(group.total);
    return { name: `cards:${turnId}@${user}`, isCard: false, content: async () => ({ message, bare: message }) };
  }
  return {
    name: `card:${id}@${user}`,
    isCard: true,
    content: async () => ({
      message: approvalCard(approval, { earlier: await earlierCardLink(context, approval) }),
      bare: bareCard(approval),
    }),
  };
}
