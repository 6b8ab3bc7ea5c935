import type { ProposedCall } from '../domain/call.ts';
import { readArguments } from '../domain/canonical-json.ts';
import { type Conversation, emptyConversation, evolve } from '../domain/conversation.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { ConversationId, RequestId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';
import type { Policy } from '../domain/policy.ts';
import { taintFor } from '../domain/taint.ts';
import type { Toolbox } from '../ports/tools.ts';
import { judgeCall, type Verdict } from '../turn/gate/gate.ts';
import { needOf } from '../turn/gate/need.ts';

export type PolicyVerdict = Verdict['kind'];

/** One past call: what became of it, and what the gate would make of it under another policy. */
export interface SimulatedCall {
  readonly conversation: ConversationId;
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly then: PolicyVerdict;
  /** `unknown-tool`: nothing of that name is there any more. */
  readonly now: PolicyVerdict | 'unknown-tool';
}

/**
 * Puts every past call of a conversation before the gate again, as it stood when the call was proposed: the taint of
 * that moment, no decision and no grant. The gate and the folds are the real ones; only the policy may differ.
 */
export function simulatePolicy(
  conversation: ConversationId,
  events: readonly StoredEvent[],
  rules: { readonly policy: Policy; readonly toolbox: Toolbox },
): readonly SimulatedCall[] {
  const known = emptyConversation(conversation);
  const calls: SimulatedCall[] = [];
  for (const stored of events) {
    evolve(known, stored);
    if (stored.event.type !== 'step.accepted' || known.status.kind !== 'running') continue;
    const { principal } = known.status;
    for (const call of stored.event.calls) {
      if (call.kind !== 'call') continue;
      const then = whatBecame(events, call.requestId);
      if (then === null) continue;
      const judged = judgeAgain(known, principal, call, rules);
      calls.push({ conversation, requestId: call.requestId, toolName: call.toolName, then, now: judged });
    }
  }
  return calls;
}

function judgeAgain(
  known: Conversation,
  principal: Person,
  call: Extract<ProposedCall, { kind: 'call' }>,
  { policy, toolbox }: { readonly policy: Policy; readonly toolbox: Toolbox },
): SimulatedCall['now'] {
  const tool = toolbox.find(call.toolName);
  const reading = readArguments(call.argsJson);
  if (tool === undefined || reading.kind === 'refused') return 'unknown-tool';
  const circumstances = {
    baseCapabilities: policy.base,
    taint: taintFor(known.taint, principal),
    escalateSandboxDenials: policy.escalateSandboxDenials,
    withBatch: false,
  };
  const gated = { tool, args: reading.value, decision: { kind: 'none' }, deniedBefore: undefined } as const;
  return judgeCall(gated, {
    need: () => needOf(tool, reading.value, circumstances),
    grants: () => [],
    now: 0,
    unattended: false,
    bindsApprovals: true,
  }).kind;
}

/** The first thing that happened to a call; null while nothing has, or when it was let through by a grant. */
function whatBecame(events: readonly StoredEvent[], requestId: RequestId): PolicyVerdict | null {
  for (const { event } of events) {
    if (event.type === 'approval.requested' && event.request.call.requestId === requestId) return 'pause';
    if (event.type === 'tool.dispatched' && event.call.requestId === requestId) {
      return event.ground.kind === 'ungated' ? 'run' : null;
    }
    if (event.type === 'tool.completed' && event.result.requestId === requestId) {
      return event.result.outcome === 'refused' || event.result.outcome === 'invalid' ? 'refuse' : null;
    }
  }
  return null;
}
