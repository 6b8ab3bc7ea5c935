import type { ModelPart } from '../../ports/model.ts';
import type { Ending } from '../ending.ts';
import type { DeltaAction, Hook } from '../hook.ts';
import type { Turn } from '../turn-state.ts';
import { HookFault, hookStopped, placeOf } from './consult.ts';

type ToolCallDelta = Extract<ModelPart, { type: 'tool-call-delta' }>;

/** Offers deltas to the hooks that want them; the first that stops ends the step and the delta is not forwarded. */
export interface DeltaWatch {
  text(delta: string): Ending | null;
  toolCall(part: ToolCallDelta): Ending | null;
}

export function watchDeltas(turn: Turn): DeltaWatch {
  const place = placeOf(turn);
  return {
    text: (delta) =>
      firstStop(turn, (hook) => (hook.textDelta === undefined ? carryOn : hook.textDelta({ ...place, delta }))),
    toolCall: ({ providerCallId, toolName, delta }) =>
      firstStop(turn, (hook) =>
        hook.toolCallDelta === undefined ? carryOn : hook.toolCallDelta({ ...place, providerCallId, toolName, delta }),
      ),
  };
}

const carryOn: DeltaAction = { kind: 'continue' };

function firstStop(turn: Turn, ask: (hook: Hook) => DeltaAction): Ending | null {
  for (const hook of turn.hooks) {
    const action = answerOf(hook, ask);
    if (action instanceof HookFault) return action.ending;
    if (action.kind === 'stop') return hookStopped(turn, hook, action.reason);
  }
  return null;
}

function answerOf(hook: Hook, ask: (hook: Hook) => DeltaAction): DeltaAction | HookFault {
  try {
    const action = ask(hook);
    // Hooks are written by others: what comes back may be anything.
    const isKnown = action?.kind === 'continue' || action?.kind === 'stop';
    return isKnown ? action : new HookFault(hook, 'asked for an action this event has not');
  } catch (cause) {
    return new HookFault(hook, 'failed', { cause });
  }
}
