import type { ProposedCall } from '../../domain/call.ts';
import { type Effective, type OpenCall, settledArguments } from '../gate/effective-call.ts';
import { letThrough } from '../gate/let-through.ts';
import { rewriteCall } from '../hooks/rewrite-call.ts';
import { showResult } from '../hooks/show-result.ts';
import type { Turn } from '../turn-state.ts';
import { answerCall } from './answer-call.ts';
import { executeCall } from './execute-call.ts';
import type { Batch } from './open-batch.ts';
import { invalidArguments, notFound, outcomeUnknown, skipped, unrecorded } from './refuse.ts';
import type { Round } from './round.ts';
import { resolveUnfinished } from './unfinished.ts';

/**
 * Brings one call to the point where it runs, has its answer, or waits. Returns how to execute it once its intent is
 * durable; null when there is nothing to execute.
 */
export async function admitCall(
  turn: Turn,
  batch: Batch,
  round: Round,
  call: ProposedCall,
): Promise<(() => Promise<void>) | null> {
  if (call.kind === 'malformed') return answered(turn, batch, call, invalidArguments(call.reason));

  const tool = turn.findTool(call.toolName);
  // Of a call that a dead process started, no answer may say that it did not run.
  const started = turn.options.unfinished.has(call.requestId);
  if (tool === undefined || tool.kind === 'declared') {
    return answered(turn, batch, call, started ? outcomeUnknown : notFound(call.toolName));
  }
  if ((await resolveUnfinished(turn, batch, round, call, tool)) === 'settled') return null;

  const effective = await effectiveOf(turn, batch, round, call);
  if (effective === null) return null;
  const passed = await letThrough(turn, round, call, tool, effective);
  switch (passed.kind) {
    case 'dispatched':
      return () => executeCall(turn, batch, round, passed.dispatch);
    case 'pending':
      round.approvals.push(passed.approval);
      return null;
    case 'refused':
      if (passed.unattended === true)
        turn.deniedUnattended.push({ requestId: call.requestId, toolName: call.toolName });
      return answered(turn, batch, call, started ? outcomeUnknown : passed.answer);
  }
}

/** What would run: what was shown before, or what the hooks make of a new call; null when they settled it. */
async function effectiveOf(turn: Turn, batch: Batch, round: Round, call: OpenCall): Promise<Effective | null> {
  const settled = settledArguments(turn, call);
  if (settled !== null) return settled;
  const rewritten = await rewriteCall(turn, call);
  switch (rewritten.kind) {
    case 'effective':
      return rewritten;
    case 'halt':
      round.halt ??= rewritten.ending;
      return null;
    case 'unrecorded':
      return answered(turn, batch, call, unrecorded);
    case 'skip': {
      const answer = skipped(rewritten.reason);
      const shown = await showResult(turn, { call, effectiveArgsJson: rewritten.argsJson, ...answer });
      round.halt ??= shown.halt;
      return answered(turn, batch, call, { ...answer, text: shown.text });
    }
  }
}

async function answered(...args: Parameters<typeof answerCall>): Promise<null> {
  await answerCall(...args);
  return null;
}
