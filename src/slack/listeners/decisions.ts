import type { App } from '@slack/bolt';
import type { Answering, ApprovalListing } from '../../conversation/commands.ts';
import { type Press, readPress } from '../payloads/interactions.ts';
import { threadOf } from '../place.ts';
import { shownArguments } from '../views/approval-card.ts';
import { fitsOnCard } from '../views/arguments-text.ts';
import { isWholeThere } from '../views/group-rows.ts';
import { CARD_ARGUMENTS } from '../views/limits.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { answerNotice, tell } from './feedback.ts';
import { noteRefused } from './refusals.ts';
import { findListing } from './submissions.ts';

/** Approve, and approve without being asked again. Both come from the inbox: stored, acked, now handled. */
export function registerDecisions(bolt: App, context: ListenerContext): void {
  bolt.action('approve', async ({ ack, body }) => {
    await ack();
    await approve(context, readPress({ ...body }), { kind: 'approve', note: null });
  });
  bolt.action('remember', async ({ ack, body }) => {
    await ack();
    await approve(context, readPress({ ...body }), { kind: 'approve-and-remember' });
  });
}

/** Tried again a moment later by the inbox. */
class CardNotYetNoted extends Error {
  override readonly name = 'CardNotYetNoted';
}

async function approve(context: ListenerContext, press: Press | null, answer: Answering['answer']): Promise<void> {
  if (press === null || press.message === null) return;
  const listing = await findListing(context, press.value);
  if (listing === null) {
    await noteRefused(context, press, null, 'unknown-approval');
    await tell(context, press, null, clickWords.unknownApproval);
    return;
  }
  const { approval } = listing;
  // A card that does not show everything has no such button; a press that claims otherwise changes nothing.
  const thread = threadOf(listing.conversation);
  const isThere = press.message.channel === thread?.channel;
  if (approval.status.kind === 'pending' && !(await isWhole(context, listing, isThere))) {
    await noteRefused(context, press, listing, 'needs-full-view');
    await tell(context, press, listing, refusalWords['needs-full-view']);
    return;
  }
  // Somebody can be faster than the note that the card was posted. The press waits in the inbox until it is written.
  const { channel } = press.message;
  const isNoted = approval.cards.some((card) => card.channel === channel);
  const mayBeCopy = channel === approval.request.escalateTo || channel.startsWith('D');
  if (!isNoted && (isThere || mayBeCopy)) {
    if (approval.status.kind === 'pending') throw new CardNotYetNoted();
    // Nobody will write it any more. Noted now, it is settled as every card is.
    await context.commands.cardPosted(approval.request.approvalId, { channel, message: press.message.ts });
  }
  const { person, enterprise } = press.actor;
  const outcome = await context.commands.answer({
    approvalId: approval.request.approvalId,
    person,
    enterprise,
    card: { channel: press.message.channel, message: press.message.ts },
    answer,
  });
  context.onOwed();
  context.logger.info({ conversation: listing.conversation, outcome: outcome.kind }, 'a card was answered');
  context.homes.refresh(person);
  const notice = answerNotice(outcome);
  if (notice !== null) await tell(context, press, listing, notice);
}

/** Whether the message that was pressed shows everything. A copy elsewhere is a card of its own. */
async function isWhole(context: ListenerContext, listing: ApprovalListing, isThere: boolean): Promise<boolean> {
  const { approval, conversation } = listing;
  if (!isThere) return fitsOnCard(shownArguments(approval.request), CARD_ARGUMENTS);
  return isWholeThere((await context.commands.read(conversation)).approvals, approval);
}
