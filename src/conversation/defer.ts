import { owedDeferred } from '../domain/owed.ts';
import type { Clock } from '../ports/clock.ts';
import type { Claim } from '../ports/work-queue.ts';
import type { Conversations } from './reader.ts';

/** A directory that is slow for a moment is back by then. */
const FIRST_MS = 5_000;
/** One that is down for hours is not asked all the time; a decision that waits serves until its own deadline. */
const LONGEST_MS = 5 * 60 * 1000;

/**
 * Puts off a turn whose approvers cannot be looked up, and says so once in its thread. Answers when to try again: each
 * time after as long as it has waited already. It ends when they can be, or when the decision has run out.
 */
export async function deferTurn(
  { conversations, clock }: { readonly conversations: Conversations; readonly clock: Clock },
  { conversation, epoch }: Claim,
): Promise<number> {
  await conversations.change(conversation, ({ status, deferredSince }) => {
    if (deferredSince !== null || status.kind === 'idle') return { events: [], result: null };
    const { turnId } = status;
    return {
      events: [{ type: 'turn.deferred', turnId, because: 'lookup-failed' }],
      options: { epoch, owes: [{ key: owedDeferred(turnId), conversation }] },
      result: null,
    };
  });
  const { deferredSince } = await conversations.read(conversation);
  const now = clock.now();
  const waited = deferredSince === null ? 0 : now - deferredSince;
  return now + Math.min(Math.max(waited, FIRST_MS), LONGEST_MS);
}
