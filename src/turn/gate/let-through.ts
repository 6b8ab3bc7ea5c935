import type { CallIdentity } from '../../domain/call.ts';
import type { DispatchGround, EventOf } from '../../domain/event.ts';
import type { Tool } from '../../ports/tools.ts';
import { type Answer, cancelled } from '../batch/refuse.ts';
import type { Round } from '../batch/round.ts';
import { MAX_REJUDGEMENTS } from '../limits.ts';
import type { PendingApproval } from '../result.ts';
import type { Turn } from '../turn-state.ts';
import { cancelOpen } from './cancel-open.ts';
import { type Effective, type OpenCall, settledArguments } from './effective-call.ts';
import { judge } from './judge.ts';
import { pendingFor } from './pending.ts';

/** A call whose intent is durable: it may be executed, once, with these arguments. */
export interface Dispatch {
  readonly call: CallIdentity;
  readonly tool: Tool;
  readonly effectiveArgsJson: string;
  readonly injectedContext: string | null;
  readonly idempotencyKey: string;
  /** A person let this very call leave the sandbox. */
  readonly mayLeaveSandbox: boolean;
}

export type Passage =
  | { readonly kind: 'dispatched'; readonly dispatch: Dispatch }
  | { readonly kind: 'pending'; readonly approval: PendingApproval }
  | { readonly kind: 'refused'; readonly answer: Answer; readonly unattended?: true };

/**
 * Judges a call and writes its intent, as one step: when the log moved on between the two, the verdict is void and
 * the call is judged again with what holds now. A log that never rests leaves the call to a person.
 */
export async function letThrough(
  turn: Turn,
  round: Round,
  call: OpenCall,
  tool: Tool,
  proposed: Effective,
): Promise<Passage> {
  let effective = proposed;
  for (let attempt = 0; ; attempt += 1) {
    const { verdict, decision } = judge(turn, call, tool, effective, round.asksTogether);
    const asked = { call, tool, effective, decision };
    if (verdict.kind === 'refuse') return { ...verdict, kind: 'refused' };
    if (verdict.kind === 'pause') {
      turn.log.debug('a call waits for a person', { requestId: call.requestId, toolName: tool.spec.name });
      return { kind: 'pending', approval: pendingFor(turn, asked, verdict.need, verdict.reason) };
    }
    if (attempt === MAX_REJUDGEMENTS) {
      const reason = 'The conversation kept changing while this was about to run.';
      return { kind: 'pending', approval: pendingFor(turn, asked, verdict.need, reason) };
    }

    const idempotencyKey = keyOf(turn, call, effective, verdict.ground);
    const mayLeaveSandbox = verdict.leavesSandbox;
    const dispatch = { call, tool, ...handedOut(effective), idempotencyKey, mayLeaveSandbox };
    const settles = cancelOpen(turn, call, 'it may run unasked now');
    const answer = await turn.journal.dispatch(intentOf(turn, dispatch, verdict.ground), settles);
    if (answer.kind === 'recorded') return { kind: 'dispatched', dispatch };
    if (turn.options.signal.aborted) return { kind: 'refused', answer: cancelled('the turn was stopped by a person.') };
    turn.authority = answer.authority;
    turn.taint ??= answer.authority.untrustedContextSeed;
    effective = settledArguments(turn, call) ?? proposed;
  }
}

const handedOut = ({ argsJson, injectedContext }: Effective) => ({ effectiveArgsJson: argsJson, injectedContext });

/**
 * The same for every attempt of this occurrence, whatever lets it run the second time. Arguments that a person
 * changed in between are another action, and another key: the old one stands for the old arguments.
 */
function keyOf(
  { options }: Turn,
  { requestId }: CallIdentity,
  { argsJson }: Effective,
  ground: DispatchGround,
): string {
  const before = options.unfinished.get(requestId);
  if (before?.effectiveArgsJson === argsJson) return before.idempotencyKey;
  return ground.kind === 'approved' ? ground.approvalId : `${options.conversation}:${requestId}`;
}

function intentOf({ options }: Turn, dispatch: Dispatch, ground: DispatchGround): EventOf<'tool.dispatched'> {
  const { requestId, toolName, argsJson } = dispatch.call;
  return {
    type: 'tool.dispatched',
    turnId: options.turnId,
    call: { requestId, toolName, argsJson },
    effectiveArgsJson: dispatch.effectiveArgsJson,
    toolDefHash: dispatch.tool.definitionHash,
    effect: dispatch.tool.effect,
    idempotencyKey: dispatch.idempotencyKey,
    epoch: options.epoch,
    ground,
  };
}
