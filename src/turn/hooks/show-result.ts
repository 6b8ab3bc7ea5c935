import type { CallIdentity } from '../../domain/call.ts';
import type { ResultOutcome } from '../../domain/event.ts';
import type { Ending } from '../ending.ts';
import type { Turn } from '../turn-state.ts';
import { askOf, consult, HookFault, hookStopped, placeOf } from './consult.ts';
import { recordMutation } from './rewrite-call.ts';

/** A result before it is durable, offered to the hooks. */
export interface RawResult {
  readonly call: CallIdentity;
  readonly effectiveArgsJson: string;
  readonly outcome: ResultOutcome;
  readonly text: string;
}

const actions: ReadonlySet<string> = new Set(['keep', 'rewrite', 'stop']);
const WITHHELD = 'The result was withheld.';

/**
 * What the model may read of a result. Rewrites chain and are recorded before they apply; one that cannot be recorded
 * withholds the result, as does a hook that stops or fails. Without a recorder the raw result stands.
 */
export async function showResult(
  turn: Turn,
  raw: RawResult,
): Promise<{ readonly text: string; readonly halt: Ending | null }> {
  let { text } = raw;
  const { call, effectiveArgsJson, outcome } = raw;
  for (const hook of turn.hooks) {
    const event = { ...placeOf(turn), call, effectiveArgsJson, outcome, text, rawText: raw.text };
    const ask = askOf(hook, hook.toolResult, event);
    if (ask === null) continue;
    try {
      const action = await consult(turn, hook, actions, ask);
      if (action.kind === 'stop') return { text: WITHHELD, halt: hookStopped(turn, hook, action.reason) };
      if (action.kind !== 'rewrite') continue;
      if (turn.options.dispatchRecorder === null) {
        turn.log.warn('a redaction is inert without a recorder', { hook: hook.name });
      } else text = action.text;
    } catch (error) {
      if (error instanceof HookFault) return { text: WITHHELD, halt: error.ending };
      throw error;
    }
  }
  if (text === raw.text) return { text, halt: null };
  const recorded = await recordMutation(turn, call, { kind: 'result-redaction', before: raw.text, after: text });
  return { text: recorded ? text : WITHHELD, halt: null };
}
