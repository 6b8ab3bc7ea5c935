import type { AckFn, ViewResponseAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { AnsweringOutcome, ApprovalListing } from '../../conversation/commands.ts';
import { approvalId } from '../../domain/ids.ts';
import type { Submission } from '../payloads/interactions.ts';
import { sayingView } from '../views/full-view.ts';
import { within } from '../web/timers.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { answerNotice } from './feedback.ts';
import { giveUpOn } from './give-up.ts';
import { showLate } from './late-answer.ts';
import { noteRefusedForm } from './refusals.ts';

/** What a submitted modal becomes: closed, other contents, or errors beside its fields. */
export type AfterSubmit =
  | { readonly kind: 'close' }
  | { readonly kind: 'show'; readonly view: ModalView }
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>> };

/** Slack waits three seconds for the answer to a submission. */
const ANSWER_WITHIN_MS = 2_300;

/**
 * Answers a submission in time, whatever the work behind it does. Work that takes longer goes on, and the person who
 * submitted is told what came of it; without the `submission`, what they see elsewhere tells them.
 */
export async function answerSubmission(
  context: ListenerContext,
  ack: AckFn<ViewResponseAction>,
  work: Promise<AfterSubmit>,
  submission: Submission | null = null,
): Promise<void> {
  const safe = work.catch((error: unknown): AfterSubmit => {
    const code = error instanceof Error ? error.name : 'unknown';
    context.logger.error({ code }, 'a submitted form could not be handled');
    return show('Not recorded', clickWords.failed);
  });
  const late = show('One moment', submission === null ? clickWords.askedLate : clickWords.recordedLate);
  const after = await within<AfterSubmit, AfterSubmit>(context.timers, ANSWER_WITHIN_MS, safe, late);
  await respond(ack, after);
  if (after === late && submission !== null) await showLate(context, submission, await safe);
}

const show = (title: string, text: string): AfterSubmit => ({ kind: 'show', view: sayingView(title, text) });

async function respond(ack: AckFn<ViewResponseAction>, after: AfterSubmit): Promise<void> {
  switch (after.kind) {
    case 'close':
      await ack({ response_action: 'clear' });
      return;
    case 'show':
      await ack({ response_action: 'update', view: after.view });
      return;
    case 'errors':
      await ack({ response_action: 'errors', errors: { ...after.errors } });
  }
}

/** What came of an answer given in a modal; `failed` when its handling broke, with what can truly be said about it. */
export type ModalOutcome = AnsweringOutcome | { readonly kind: 'failed'; readonly words: string };

/** Answers an approval from a modal, as a press of the approval's own first card. Resolves once that is durable. */
export async function answerFromModal(
  context: ListenerContext,
  submission: Pick<Submission, 'actor'>,
  listing: ApprovalListing,
  answer: Parameters<ListenerContext['commands']['answer']>[0]['answer'],
): Promise<ModalOutcome> {
  const [card] = listing.approval.cards;
  if (card === undefined) {
    await noteRefusedForm(context, submission, listing, answer.kind, 'wrong-card');
    return { kind: 'refused', because: 'wrong-card' };
  }
  const { person, enterprise } = submission.actor;
  const { approvalId: id } = listing.approval.request;
  try {
    return await context.commands.answer({ approvalId: id, person, enterprise, card, answer });
  } catch (error) {
    const code = error instanceof Error ? error.name : 'unknown';
    context.logger.error({ conversation: listing.conversation, code }, 'an answer could not be recorded');
    return { kind: 'failed', words: await giveUpOn(context, { approvalId: id, person, action: answer.kind }) };
  } finally {
    context.onOwed();
    context.homes.refresh(person);
  }
}

export function afterAnswer(outcome: ModalOutcome): AfterSubmit {
  if (outcome.kind === 'failed') return show('Not sure', outcome.words);
  const notice = answerNotice(outcome);
  if (notice === null) return { kind: 'close' };
  return {
    kind: 'show',
    view: { type: 'modal', title: sayingView('Not changed', '').title, blocks: [...notice.blocks] },
  };
}

export const findListing = async (context: ListenerContext, id: string): Promise<ApprovalListing | null> =>
  await context.commands.findApproval(approvalId(id));

export const unknownApproval = (): AfterSubmit => show('Unknown', clickWords.unknownApproval);
