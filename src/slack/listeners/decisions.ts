import type { App } from '@slack/bolt';
import type { Answering } from '../../conversation/commands.ts';
import { type Press, readPress } from '../payloads/interactions.ts';
import { shownArguments } from '../views/approval-card.ts';
import { fitsOnCard } from '../views/arguments-text.ts';
import { CARD_ARGUMENTS } from '../views/limits.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { answerNotice, tell } from './feedback.ts';
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

async function approve(context: ListenerContext, press: Press | null, answer: Answering['answer']): Promise<void> {
  if (press === null || press.message === null) return;
  const listing = await findListing(context, press.value);
  if (listing === null) {
    await tell(context, press, null, clickWords.unknownApproval);
    return;
  }
  const { approval } = listing;
  // A card that does not show everything has no such button; a press that claims otherwise changes nothing.
  if (approval.status.kind === 'pending' && !fitsOnCard(shownArguments(approval.request), CARD_ARGUMENTS)) {
    await tell(context, press, listing, refusalWords['needs-full-view']);
    return;
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
  const notice = answerNotice(outcome, press);
  if (notice !== null) await tell(context, press, listing, notice);
}
