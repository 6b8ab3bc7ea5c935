import { type Ending, type GoOn, goOn } from '../ending.ts';
import type { Turn } from '../turn-state.ts';
import { openBatch } from './open-batch.ts';
import { runBatch } from './run-batch.ts';

/**
 * Decided calls run first, before any provider call. What is still undecided stays pending under its own id and the
 * provider is not asked. A transcript without unanswered calls goes straight on.
 */
export async function finishOpenBatch(turn: Turn): Promise<Ending | GoOn> {
  // Zero iterations mean that this turn only passes one request through.
  if (turn.options.loop.maximumIterationsPerRequest === 0) return goOn;
  const batch = openBatch(turn.messages);
  return batch === null ? goOn : runBatch(turn, batch);
}
