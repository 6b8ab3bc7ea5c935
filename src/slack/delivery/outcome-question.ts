import { outcomeCard } from '../views/outcome-card.ts';
import type { DeliveryContext } from './context.ts';
import { type Delivery, post, update } from './send.ts';

/** The card that asks whether a tool ran shows what the log says. */
export async function deliverOutcomeQuestion(context: DeliveryContext): Promise<Delivery> {
  const { now, id, item, workspace, logger, thread, sent } = context;
  const dispatch = [...now.approvals.dispatches.values()].find(({ question }) => question === id);
  if (dispatch === undefined) return { kind: 'done' };
  const message = outcomeCard({ approvalId: id, dispatch });
  const known = sent.get(item.key);
  if (known !== undefined) {
    const updated = await update(workspace, logger, known, message, item.key);
    return updated.kind === 'gone' ? { kind: 'done' } : updated;
  }
  // An answered question was asked before; a first try at an open one was not.
  const maybeAsked = dispatch.answer !== null || item.attempts > 0;
  const posting = await post(workspace, logger, {
    item: item.key,
    message,
    channel: thread.channel,
    thread,
    mayStandSince: maybeAsked ? context.timers.now() - ASKED_WITHIN_MS : null,
  });
  if (posting.kind !== 'sent') return posting;
  sent.set(item.key, posting.sent);
  if (!maybeAsked) return { kind: 'done' };
  const updated = await update(workspace, logger, posting.sent, message, item.key);
  return updated.kind === 'gone' ? { kind: 'done' } : updated;
}

const ASKED_WITHIN_MS = 14 * 24 * 60 * 60_000;
