import { approvalId } from '../../domain/ids.ts';
import { outcomeCard } from '../views/outcome-card.ts';
import type { DeliveryContext } from './context.ts';
import { type Delivery, mayOpenAgain, post, update } from './send.ts';

/** The card that asks whether a tool ran shows what the log says. */
export async function deliverOutcomeQuestion(context: DeliveryContext): Promise<Delivery> {
  const { now, id, item, workspace, logger, thread, sent } = context;
  const question = now.approvals.questions.get(approvalId(id));
  if (question === undefined) return { kind: 'done' };
  const isOpen = question.answer === null && question.outcome === null;
  const message = outcomeCard({ approvalId: id, question });
  const known = sent.get(item.key);
  if (known !== undefined) {
    const updated = await update(workspace, logger, known, message, item.key);
    if (updated.kind !== 'gone') return updated;
    // Somebody deleted it. An open question is asked again, or the conversation would wait for nothing.
    if (!isOpen) return { kind: 'done' };
  }
  // An answered question was asked before; a first try at an open one was not.
  const maybeAsked = known === undefined && (!isOpen || item.attempts > 0);
  const posting = await post(workspace, logger, {
    item: item.key,
    message,
    channel: thread.channel,
    thread,
    mayStandSince: maybeAsked ? context.timers.now() - ASKED_WITHIN_MS : null,
  });
  if (posting.kind === 'impossible' && isOpen && mayOpenAgain(posting.code)) {
    return { kind: 'again', afterMs: CLOSED_RETRY_MS };
  }
  if (posting.kind !== 'sent') return posting;
  sent.set(item.key, posting.sent);
  if (!maybeAsked) return { kind: 'done' };
  const updated = await update(workspace, logger, posting.sent, message, item.key);
  return updated.kind === 'gone' ? { kind: 'done' } : updated;
}

/** A place that is closed to us may open again. */
const CLOSED_RETRY_MS = 5 * 60_000;
const ASKED_WITHIN_MS = 14 * 24 * 60 * 60_000;
