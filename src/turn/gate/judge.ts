import type { CallIdentity } from '../../domain/call.ts';
import type { Tool } from '../../ports/tools.ts';
import { unjudgeable } from '../batch/refuse.ts';
import type { Turn } from '../turn-state.ts';
import { argumentsOf } from './arguments.ts';
import { deniedBefore } from './denial-memory.ts';
import { decisionFor, type Effective } from './effective-call.ts';
import { type CallDecision, judgeCall, type Rules, type Verdict } from './gate.ts';
import { needOf } from './need.ts';

/**
 * Puts one call before the gate with what holds this very moment: taint, decisions, grants, clock. A tool that cannot
 * answer the gate's questions does not pass it.
 */
export function judge(
  turn: Turn,
  call: CallIdentity,
  tool: Tool,
  effective: Effective,
  withBatch: boolean,
): { readonly verdict: Verdict; readonly decision: CallDecision } {
  const decision = decisionFor(turn, call);
  try {
    const args = argumentsOf(effective.argsJson);
    const gated = { tool, args, decision, deniedBefore: deniedBefore(turn.denials, call) };
    return { verdict: judgeCall(gated, rulesNow(turn, withBatch)), decision };
  } catch (error) {
    turn.toolErrors.set(call.requestId, error);
    turn.log.warn('a tool could not be judged', { requestId: call.requestId, toolName: tool.spec.name });
    return { verdict: { kind: 'refuse', answer: unjudgeable }, decision };
  }
}

function rulesNow(turn: Turn, withBatch: boolean): Rules {
  const { options, authority } = turn;
  const circumstances = {
    baseCapabilities: options.baseCapabilities,
    taint: turn.taint,
    escalateSandboxDenials: options.escalateSandboxDenials,
    withBatch,
  };
  return {
    need: ({ tool, args }) => needOf(tool, args, circumstances),
    grants: ({ tool }) => authority.sessionApprovedTools.get(tool.spec.name) ?? [],
    now: options.clock.now(),
    unattended: options.unattended,
    bindsApprovals: !options.loop.disableApprovalResponseBinding,
  };
}
