import type { ProposedCall } from '../../domain/call.ts';
import { type Answer, besideInvalid, cancelled, notCallable, recovered, skipped } from '../batch/refuse.ts';
import { type Ending, failed, type GoOn, goOn } from '../ending.ts';
import type { InvalidToolCallEvent } from '../hook.ts';
import { placeOf, recoveryOf } from '../hooks/consult.ts';
import type { Turn } from '../turn-state.ts';
import type { PreparedStep } from './prepare-step.ts';
import { forbiddenBy } from './tool-choice.ts';

/** What becomes of a reply's calls before any of them is judged. */
export type CallCheck =
  | { readonly kind: 'sound'; readonly calls: readonly ProposedCall[] }
  /** For the host to deal with: nothing of the batch runs, and the turn ends. */
  | { readonly kind: 'unrun'; readonly calls: readonly ProposedCall[] }
  /** Nothing of the batch runs; every call has its answer, and the turn goes on or ends. */
  | {
      readonly kind: 'answered';
      readonly calls: readonly ProposedCall[];
      readonly answers: readonly Answer[];
      readonly then: Ending | GoOn;
    };

/**
 * Checks the whole batch first, so that nothing runs beside a call that may not be made. A call to a filtered-out or
 * forbidden tool is never run and never reaches a grant or an approval; hooks may mend or excuse it.
 */
export async function checkCalls(
  turn: Turn,
  step: PreparedStep,
  proposed: readonly ProposedCall[],
): Promise<CallCheck> {
  const calls = [...proposed];
  const excused = new Map<ProposedCall, Answer>();
  let unknown = false;

  for (const [index, call] of proposed.entries()) {
    const because = faultOf(turn, step, call.toolName);
    if (because === null) continue;
    const event = invalidEvent(turn, step, call, because);
    const action = await recoveryOf(turn, event);
    switch (action.kind) {
      case 'defer':
        if (because !== 'unknown') return fails(turn, calls, call);
        unknown = true;
        break;
      case 'fail':
        return fails(turn, calls, call);
      case 'retry':
        if (turn.invalidRetries >= turn.options.invalidCallRetries) return fails(turn, calls, call);
        excused.set(call, recovered(action.feedback));
        break;
      case 'skip':
        if (step.offer.choice.kind === 'none') return fails(turn, calls, call);
        excused.set(call, skipped(action.reason));
        break;
      case 'repair': {
        const repaired = { ...call, toolName: action.toolName };
        if (faultOf(turn, step, action.toolName) !== null) return fails(turn, calls, repaired);
        calls[index] = repaired;
        break;
      }
      default:
        return answered(calls, () => cancelled('the turn was stopped.'), action);
    }
  }

  if (excused.size > 0) {
    if ([...excused.values()].some(({ outcome }) => outcome === 'invalid')) turn.invalidRetries += 1;
    return answered(calls, (call) => excused.get(call) ?? besideInvalid, goOn);
  }
  if (unknown) turn.log.warn('a call names an unknown tool', {});
  if (unknown && turn.options.loop.terminateOnUnknownCalls) return { kind: 'unrun', calls };
  if (calls.some(({ toolName }) => turn.findTool(toolName)?.kind === 'declared')) {
    turn.log.debug('a called tool is only declared', {});
    return { kind: 'unrun', calls };
  }
  return { kind: 'sound', calls };
}

function faultOf(turn: Turn, { offer }: PreparedStep, toolName: string): InvalidToolCallEvent['because'] | null {
  return turn.findTool(toolName) === undefined ? 'unknown' : forbiddenBy(offer, toolName);
}

function invalidEvent(
  turn: Turn,
  { offer }: PreparedStep,
  { requestId, toolName }: ProposedCall,
  because: InvalidToolCallEvent['because'],
): InvalidToolCallEvent {
  const availableTools = turn.names;
  const allowedTools = availableTools.filter((name) => forbiddenBy(offer, name) === null);
  return { ...placeOf(turn), requestId, toolName, because, availableTools, allowedTools, toolChoice: offer.choice };
}

function fails(turn: Turn, calls: readonly ProposedCall[], bad: ProposedCall): CallCheck {
  const isBad = (call: ProposedCall): boolean => call.requestId === bad.requestId;
  const known = turn.findTool(bad.toolName) !== undefined;
  const what = known ? `tool ${bad.toolName}, which is not allowed in this step` : 'a tool that does not exist';
  return answered(
    calls,
    (call) => (isBad(call) ? notCallable(bad.toolName) : besideInvalid),
    failed('invalid-call', `The model called ${what}.`),
  );
}

const answered = (
  calls: readonly ProposedCall[],
  answerTo: (call: ProposedCall) => Answer,
  then: Ending | GoOn,
): CallCheck => ({ kind: 'answered', calls, answers: calls.map(answerTo), then });
