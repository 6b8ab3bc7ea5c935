import { type EffectKind, mayRepeat } from '../../domain/effect.ts';
import { OutcomeUnknown } from '../../ports/tools.ts';
import type { Dispatch } from '../gate/let-through.ts';
import type { Turn } from '../turn-state.ts';
import { TookTooLong } from '../within.ts';
import { completeCall, type Finding, findingOf, ingests } from './complete-call.ts';
import type { Batch } from './open-batch.ts';
import { outcomeUnknown } from './refuse.ts';
import type { Round } from './round.ts';
import { type Execution, runTool } from './run-tool.ts';

/** Executes a call whose intent is durable, and makes its result durable. */
export async function executeCall(turn: Turn, batch: Batch, round: Round, dispatch: Dispatch): Promise<void> {
  const { call, tool, effectiveArgsJson, idempotencyKey, mayLeaveSandbox } = dispatch;
  const { options } = turn;
  const { requestId } = call;
  const startedAt = options.clock.now();
  turn.forward({ kind: 'tool-started', requestId, title: tool.title });
  turn.log.debug('calling a tool', { requestId, toolName: tool.spec.name }, { arguments: effectiveArgsJson });
  // Calls that run beside it are judged before its result is there: what it may bring in counts from now on.
  if (options.loop.allowConcurrentInvocations && ingests(tool, effectiveArgsJson)) {
    turn.taint ??= { kind: 'tool-result', toolName: call.toolName };
  }

  const { conversation, principal, epoch } = options;
  const place = { conversation, principal, requestId, idempotencyKey, epoch, mayLeaveSandbox };
  const execution = await runTool(tool, effectiveArgsJson, place, options);
  if (execution.kind === 'output' && execution.output.endTurn === true) round.endsTurn = true;
  const finding = findingFor(turn, dispatch, execution);
  await completeCall(turn, batch, round, dispatch, finding);

  const durationMs = options.clock.now() - startedAt;
  const fields = { requestId, toolName: tool.spec.name, outcome: finding.outcome, durationMs };
  turn.log.debug('a tool call ended', fields, { result: finding.text });
}

function findingFor(turn: Turn, { tool }: Dispatch, execution: Execution): Finding {
  switch (execution.kind) {
    case 'output':
      return findingOf(execution.output);
    case 'threw':
      if (execution.error instanceof OutcomeUnknown) {
        return { ...withoutEnd(tool.effect, 'The call was sent and got no answer.', 'failed'), error: execution.error };
      }
      return turn.options.signal.aborted
        ? withoutEnd(tool.effect, ABANDONED, 'cancelled')
        : threw(turn, execution.error);
    case 'timed-out': {
      const toolTimeoutMs = tool.longestMs ?? turn.options.toolTimeoutMs;
      const error = new TookTooLong(toolTimeoutMs);
      return { ...withoutEnd(tool.effect, `The tool did not answer within ${toolTimeoutMs} ms.`, 'failed'), error };
    }
    case 'abandoned':
      return withoutEnd(tool.effect, ABANDONED, 'cancelled');
  }
}

const ABANDONED = 'The turn was stopped before the tool answered.';

/** The model reads what was thrown only where the operator wants it to. */
function threw(turn: Turn, error: unknown): Finding {
  const detailed = turn.options.loop.includeDetailedErrors;
  const text = detailed ? `The tool failed: ${messageOf(error)}` : 'The tool failed.';
  return { outcome: 'failed', text, foreign: detailed, error };
}

/** What may be repeated has simply not been done; of anything else nobody can say whether it took effect. */
function withoutEnd(effect: EffectKind, what: string, harmless: 'failed' | 'cancelled'): Finding {
  if (mayRepeat(effect)) return { outcome: harmless, text: what, foreign: false };
  return { outcome: 'unknown', text: `${what} ${outcomeUnknown.text}`, foreign: false };
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'no reason was given';
}
