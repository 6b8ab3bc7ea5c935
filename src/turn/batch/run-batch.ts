import type { ProposedCall } from '../../domain/call.ts';
import { type Ending, finished, type GoOn, goOn, stopped } from '../ending.ts';
import { judge } from '../gate/judge.ts';
import { HookFault } from '../hooks/consult.ts';
import type { Turn } from '../turn-state.ts';
import { admitCall } from './admit-call.ts';
import { closeBatch } from './close-batch.ts';
import { afterRound } from './failing-rounds.ts';
import { type Batch, placeResults } from './open-batch.ts';
import { emptyRound, type Round } from './round.ts';

/**
 * Takes every call of a batch that has no result through the gate, in call order: run, refused, or left pending.
 * Safe calls run although others wait. Results stand in call order whatever ended when.
 */
export async function runBatch(turn: Turn, batch: Batch): Promise<Ending | GoOn> {
  const before = new Set(batch.results.keys());
  const round = emptyRound(asksTogether(turn, batch));
  await takeCalls(turn, batch, round);
  round.halt ??= afterRound(turn, round);
  if (round.halt !== null) await closeBatch(turn, batch, 'the turn ended before its turn came.', []);
  else if (round.endsTurn) await closeBatch(turn, batch, 'a call before it ended the turn.', waitingIn(round));

  placeResults(turn, batch);
  const added = batch.calls.flatMap(({ requestId }) =>
    before.has(requestId) ? [] : (batch.results.get(requestId) ?? []),
  );
  if (added.length > 0) {
    turn.produced.push({ kind: 'results', results: added });
    turn.answered = true;
  }
  if (!batch.resumed) turn.rounds += 1;
  return endingOf(round);
}

function endingOf({ halt, approvals, questions, endsTurn }: Round): Ending | GoOn {
  if (halt !== null) return halt;
  if (approvals.length + questions.length > 0) return { kind: 'paused', approvals, questions };
  return endsTurn ? finished('end') : goOn;
}

const waitingIn = ({ approvals, questions }: Round): readonly string[] =>
  [...approvals, ...questions].map(({ requestId }) => requestId);

async function takeCalls(turn: Turn, batch: Batch, round: Round): Promise<void> {
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const limit = concurrencyOf(turn);
  try {
    for (const call of batch.calls) {
      if (batch.results.has(call.requestId)) continue;
      if (turn.options.signal.aborted) round.halt ??= stopped;
      if (round.halt !== null || round.endsTurn || faults.length > 0) break;
      const execute = await admit(turn, batch, round, call);
      if (execute === null) continue;
      const run = execute()
        .catch((fault: unknown) => void faults.push(fault))
        .finally(() => running.delete(run));
      running.add(run);
      // One at a time unless configured otherwise: a result that taints counts for the very next call.
      if (running.size >= limit) await Promise.race(running);
    }
  } finally {
    // Also when a write failed: nothing of this turn is still at work when it ends.
    await Promise.all(running);
  }
  if (faults.length > 0) throw faults[0];
}

/** A hook that fails stops the round; nothing more of it is executed. */
async function admit(
  turn: Turn,
  batch: Batch,
  round: Round,
  call: ProposedCall,
): Promise<(() => Promise<void>) | null> {
  try {
    return await admitCall(turn, batch, round, call);
  } catch (error) {
    if (!(error instanceof HookFault)) throw error;
    round.halt ??= error.ending;
    return null;
  }
}

function concurrencyOf({ options }: Turn): number {
  const { allowConcurrentInvocations, maximumConcurrentInvocations } = options.loop;
  return allowConcurrentInvocations ? (maximumConcurrentInvocations ?? Number.POSITIVE_INFINITY) : 1;
}

/** Where the configuration shows safe calls beside unsafe ones: whether any call of this batch asks or is asked about. */
function asksTogether(turn: Turn, batch: Batch): boolean {
  if (!turn.options.loop.disableApprovalNotRequiredFunctionBypassing) return false;
  return batch.calls.some((call) => {
    const tool = turn.findTool(call.toolName);
    if (call.kind === 'malformed' || tool === undefined || batch.results.has(call.requestId)) return false;
    const { verdict, decision } = judge(turn, call, tool, { argsJson: call.argsJson, injectedContext: null }, false);
    return verdict.kind === 'pause' || decision.kind === 'open';
  });
}
