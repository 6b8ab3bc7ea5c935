import type { CallIdentity } from '../../domain/call.ts';
import { readArguments } from '../../domain/canonical-json.ts';
import type { MutationChange } from '../../domain/mutation.ts';
import type { Ending } from '../ending.ts';
import type { Effective } from '../gate/effective-call.ts';
import type { Hook } from '../hook.ts';
import { HOOK_TIMEOUT_MS } from '../limits.ts';
import type { Turn } from '../turn-state.ts';
import { within } from '../within.ts';
import { askOf, consult, HookFault, hookStopped, placeOf } from './consult.ts';

/** What the hooks made of a call before it is judged. */
export type Rewritten =
  | ({ readonly kind: 'effective' } & Effective)
  | { readonly kind: 'skip'; readonly reason: string; readonly argsJson: string }
  /** The change could not be recorded; the call must not run in any form. */
  | { readonly kind: 'unrecorded' }
  | { readonly kind: 'halt'; readonly ending: Ending };

const actions: ReadonlySet<string> = new Set(['run', 'rewrite', 'skip', 'stop']);

/**
 * Offers a call to the hooks in order; each sees what the ones before made of it. What came out is recorded before it
 * applies, so before any card shows it. Without a recorder rewrites and notes are inert.
 */
export async function rewriteCall(turn: Turn, call: CallIdentity): Promise<Rewritten> {
  let argsJson = call.argsJson;
  let injectedContext: string | null = null;
  for (const hook of turn.hooks) {
    const ask = askOf(hook, hook.toolCall, { ...placeOf(turn), call, argsJson });
    if (ask === null) continue;
    const action = await consult(turn, hook, actions, ask);
    if (action.kind === 'stop') return { kind: 'halt', ending: hookStopped(turn, hook, action.reason) };
    if (action.kind === 'skip') return { kind: 'skip', reason: action.reason, argsJson };
    if (action.kind !== 'rewrite') continue;
    if (turn.options.dispatchRecorder === null) {
      turn.log.warn('a rewrite is inert without a recorder', { hook: hook.name });
      continue;
    }
    argsJson = action.argsJson === undefined ? argsJson : canonicalArguments(hook, action.argsJson);
    injectedContext = joined(injectedContext, action.injectedContext);
  }
  const recorded = await recordAll(turn, call, changesOf(call, argsJson, injectedContext));
  return recorded ? { kind: 'effective', argsJson, injectedContext } : { kind: 'unrecorded' };
}

function canonicalArguments(hook: Hook, argsJson: string): string {
  const reading = readArguments(argsJson);
  if (reading.kind === 'refused') throw new HookFault(hook, 'rewrote arguments into something that is no JSON object');
  return reading.argsJson;
}

const joined = (before: string | null, added: string | undefined): string | null =>
  added === undefined ? before : before === null ? added : `${before}\n${added}`;

function changesOf(call: CallIdentity, argsJson: string, note: string | null): readonly MutationChange[] {
  const changes: MutationChange[] = [];
  if (argsJson !== call.argsJson) changes.push({ kind: 'input-rewrite', before: call.argsJson, after: argsJson });
  if (note !== null) changes.push({ kind: 'context-injection', after: note });
  return changes;
}

async function recordAll(turn: Turn, call: CallIdentity, changes: readonly MutationChange[]): Promise<boolean> {
  for (const change of changes) if (!(await recordMutation(turn, call, change))) return false;
  return true;
}

/** True once the change is durable. Whatever goes wrong, the change must not apply. */
export async function recordMutation(
  turn: Turn,
  { requestId, toolName }: CallIdentity,
  change: MutationChange,
): Promise<boolean> {
  const { dispatchRecorder, startTimer } = turn.options;
  if (dispatchRecorder === null) return false;
  try {
    await within(startTimer, HOOK_TIMEOUT_MS, dispatchRecorder.record({ requestId, toolName }, change));
    return true;
  } catch (error) {
    turn.toolErrors.set(requestId, error);
    turn.log.warn('a mutation could not be recorded', { requestId, change: change.kind });
    return false;
  }
}
