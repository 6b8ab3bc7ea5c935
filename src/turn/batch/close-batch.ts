import type { CallResult, DomainEvent } from '../../domain/event.ts';
import { cancelOpen } from '../gate/cancel-open.ts';
import type { Turn } from '../turn-state.ts';
import type { Batch } from './open-batch.ts';
import { cancelled, outcomeUnknown } from './refuse.ts';

/**
 * Gives every call that still has no result one, so that no reply is left with open calls when the turn ends.
 * A call that a dead process started is not said to have been left out.
 */
export async function closeBatch(turn: Turn, batch: Batch, because: string, except: readonly string[]): Promise<void> {
  const { turnId, unfinished } = turn.options;
  const facts: DomainEvent[] = [];
  for (const call of batch.calls) {
    const { requestId, toolName } = call;
    if (batch.results.has(requestId) || except.includes(requestId)) continue;
    const answer = unfinished.has(requestId) ? outcomeUnknown : cancelled(because);
    const result: CallResult = { requestId, toolName, ...answer, quarantined: false };
    facts.push(...cancelOpen(turn, call, because), { type: 'tool.completed', turnId, result });
    batch.results.set(requestId, result);
  }
  if (facts.length > 0) await turn.journal.commit(facts);
}
