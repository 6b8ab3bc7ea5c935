import { type Ending, failed, finished } from '../ending.ts';
import type {
  CompletionCallEvent,
  Hook,
  HookPlace,
  HookStack,
  InvalidToolCallAction,
  InvalidToolCallEvent,
  StepFinishedAction,
  StepFinishedEvent,
} from '../hook.ts';
import { HOOK_TIMEOUT_MS } from '../limits.ts';
import type { RequestPatch } from '../request-patch.ts';
import type { Turn } from '../turn-state.ts';
import { within } from '../within.ts';
import { isEmptyPatch, mergePatches } from './merge-patches.ts';
import { patchFault } from './patch-shape.ts';

/** Nested stacks behave as if their hooks stood in their place. */
export function flattenHooks(stack: HookStack): readonly Hook[] {
  return stack.flatMap((entry) => (isStack(entry) ? flattenHooks(entry) : [entry]));
}

const isStack = (entry: Hook | HookStack): entry is HookStack => Array.isArray(entry);

export const placeOf = (turn: Turn): HookPlace => ({
  conversation: turn.options.conversation,
  turnId: turn.options.turnId,
  step: turn.steps,
});

/** A hook that threw, hung or asked for something its event has not: the run stops, and nothing of it executes. */
export class HookFault extends Error {
  override readonly name = 'HookFault';
  readonly code = 'hook-fault';

  constructor(hook: Hook, what: string, options?: { readonly cause?: unknown }) {
    super(`Hook ${hook.name} ${what}.`, options);
  }

  get ending(): Ending {
    return failed('hook', this.message, [this.cause ?? this]);
  }
}

/** Stops the run in good order. The reason is the hook's own, for the log. */
export function hookStopped(turn: Turn, hook: Hook, reason: string): Ending {
  turn.log.debug('a hook stopped the turn', { hook: hook.name }, { reason });
  return finished('hook-stop');
}

/** How to ask a hook about an event; null when it has nothing to say to such. */
export function askOf<Event, Action>(
  hook: Hook,
  member: ((event: Event) => Action) | undefined,
  event: Event,
): (() => Action) | null {
  // Called only when it is asked: hooks are written by others, and a member may be no function at all.
  return member === undefined ? null : () => member.call(hook, event);
}

/** Runs one hook for one event. Throws `HookFault` for anything but an action this event has. */
export async function consult<Action extends { readonly kind: string }>(
  turn: Turn,
  hook: Hook,
  allowed: ReadonlySet<string>,
  ask: () => Action | Promise<Action>,
): Promise<Action> {
  let action: Action | undefined;
  try {
    const answer = ask();
    action = answer instanceof Promise ? await within(turn.options.startTimer, HOOK_TIMEOUT_MS, answer) : answer;
  } catch (cause) {
    throw new HookFault(hook, 'failed', { cause });
  }
  // Hooks are written by others: nothing at all is no action either.
  if (!action || !allowed.has(action.kind)) throw new HookFault(hook, 'asked for an action this event has not');
  return action;
}

const completionActions: ReadonlySet<string> = new Set(['continue', 'patch', 'stop']);
const invalidActions: ReadonlySet<string> = new Set(['defer', 'fail', 'retry', 'repair', 'skip', 'stop']);
const stepActions: ReadonlySet<string> = new Set(['continue', 'retry', 'stop']);

/** Every hook is asked and every patch merged; the first stop discards them all. */
export async function patchOf(
  turn: Turn,
  event: CompletionCallEvent,
): Promise<{ readonly kind: 'patch'; readonly patch: RequestPatch } | Ending> {
  let merged: RequestPatch = {};
  for (const hook of turn.hooks) {
    const ask = askOf(hook, hook.completionCall, event);
    if (ask === null) continue;
    const action = await consult(turn, hook, completionActions, ask);
    if (action.kind === 'stop') return hookStopped(turn, hook, action.reason);
    if (action.kind !== 'patch') continue;
    const fault = patchFault(action.patch);
    if (fault !== null) throw new HookFault(hook, fault);
    if (isEmptyPatch(action.patch)) continue;
    merged = mergePatches(merged, action.patch, (patchField) =>
      turn.log.warn('several hooks set the same field of a request', { patchField }),
    );
  }
  return { kind: 'patch', patch: merged };
}

const carryOn = { kind: 'continue' } as const;
const defer = { kind: 'defer' } as const;

/** The first hook that does not defer decides. */
export async function recoveryOf(
  turn: Turn,
  event: InvalidToolCallEvent,
): Promise<Exclude<InvalidToolCallAction, { kind: 'stop' }> | Ending> {
  for (const hook of turn.hooks) {
    const ask = askOf(hook, hook.invalidToolCall, event);
    if (ask === null) continue;
    const action = await consult(turn, hook, invalidActions, ask);
    if (action.kind === 'stop') return hookStopped(turn, hook, action.reason);
    if (action.kind !== 'defer') return action;
  }
  return defer;
}

/** The first hook that does not continue decides. */
export async function verdictOnStep(
  turn: Turn,
  event: StepFinishedEvent,
): Promise<Exclude<StepFinishedAction, { kind: 'stop' }> | Ending> {
  for (const hook of turn.hooks) {
    const ask = askOf(hook, hook.stepFinished, event);
    if (ask === null) continue;
    const action = await consult(turn, hook, stepActions, ask);
    if (action.kind === 'stop') return hookStopped(turn, hook, action.reason);
    if (action.kind === 'retry') return action;
  }
  return carryOn;
}
