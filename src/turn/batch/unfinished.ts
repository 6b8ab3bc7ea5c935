import type { CallIdentity } from '../../domain/call.ts';
import { mayRepeat } from '../../domain/effect.ts';
import type { Tool, ToolOutput } from '../../ports/tools.ts';
import type { OpenCall } from '../gate/effective-call.ts';
import type { UnfinishedDispatch } from '../options.ts';
import type { Turn } from '../turn-state.ts';
import { within } from '../within.ts';
import { answerCall } from './answer-call.ts';
import { completeCall, findingOf } from './complete-call.ts';
import type { Batch } from './open-batch.ts';
import { outcomeUnknown } from './refuse.ts';
import type { Round } from './round.ts';

/**
 * A call that a dead process started. What may be repeated goes on, under the key it had; a tool that can tell is
 * asked; for the rest a person says whether it ran. Never a blind second run.
 */
export async function resolveUnfinished(
  turn: Turn,
  batch: Batch,
  round: Round,
  call: OpenCall,
  tool: Tool,
): Promise<'go-on' | 'settled'> {
  const unfinished = turn.options.unfinished.get(call.requestId);
  if (unfinished === undefined) return 'go-on';
  if (unfinished.answer !== null) {
    if (unfinished.answer.kind === 'run-again') return 'go-on';
    await answerCall(turn, batch, call, outcomeUnknown);
    return 'settled';
  }
  if (unfinished.question === null) {
    if (mayRepeat(unfinished.effect)) return 'go-on';
    const found = await reconcile(turn, tool, unfinished);
    if (found === 'did-not-run') return 'go-on';
    if (found !== 'cannot-tell') {
      const { effectiveArgsJson } = unfinished;
      await completeCall(
        turn,
        batch,
        round,
        { call, tool, effectiveArgsJson, injectedContext: null },
        findingOf(found),
      );
      return 'settled';
    }
  }
  round.questions.push(questionOf(call, tool, unfinished));
  return 'settled';
}

async function reconcile(
  turn: Turn,
  tool: Tool,
  { effect, idempotencyKey }: UnfinishedDispatch,
): Promise<ToolOutput | 'did-not-run' | 'cannot-tell'> {
  if (effect !== 'reconcilable' || tool.reconcile === undefined) return 'cannot-tell';
  const { startTimer, toolTimeoutMs } = turn.options;
  try {
    return await within(startTimer, toolTimeoutMs, tool.reconcile(idempotencyKey));
  } catch {
    return 'cannot-tell';
  }
}

const questionOf = (call: CallIdentity, tool: Tool, { effectiveArgsJson, question }: UnfinishedDispatch) => ({
  requestId: call.requestId,
  toolName: call.toolName,
  title: tool.title,
  effectiveArgsJson,
  question,
});
