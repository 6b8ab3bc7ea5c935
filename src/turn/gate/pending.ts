import { type CallIdentity, callKey } from '../../domain/call.ts';
import { capabilityList } from '../../domain/capability.ts';
import { type ApprovalId, approvalId } from '../../domain/ids.ts';
import type { Tool } from '../../ports/tools.ts';
import type { PendingApproval } from '../result.ts';
import type { Turn } from '../turn-state.ts';
import type { Effective } from './effective-call.ts';
import type { CallDecision } from './gate.ts';
import type { Need } from './need.ts';

export interface Asked {
  readonly call: CallIdentity;
  readonly tool: Tool;
  readonly effective: Effective;
  readonly decision: CallDecision;
}

/** The question for one gated call. One that was asked already keeps its id and its words. */
export function pendingFor(turn: Turn, asked: Asked, need: Need, reason: string): PendingApproval {
  const { call, tool, effective, decision } = asked;
  const open = turn.authority.openApprovals.get(callKey(call));
  if (open !== undefined) return open;
  return {
    approvalId: approvalId(turn.options.ids.token()),
    turnId: turn.options.turnId,
    requestId: call.requestId,
    toolName: call.toolName,
    argsJson: call.argsJson,
    effectiveArgsJson: effective.argsJson === call.argsJson ? null : effective.argsJson,
    injectedContext: effective.injectedContext,
    title: tool.title,
    reason: startedBefore(turn, call) ? `An earlier attempt may already have taken effect. ${reason}`.trim() : reason,
    missingCapabilities: capabilityList(need.missing),
    required: capabilityList(need.required),
    sandbox: need.sandbox,
    toolDefHash: tool.definitionHash,
    effect: tool.effect,
    destructive: tool.destructive,
    cacheable: tool.cacheableApproval(),
    taint: need.taint,
    earlier: decision.kind === 'approved' ? decision.approvalId : outdatedGrant(turn, tool),
  };
}

/** A grant that another definition of this tool was given: whoever gave it wonders why they are asked again. */
function outdatedGrant({ authority }: Turn, { spec, definitionHash }: Tool): ApprovalId | null {
  const grants = authority.sessionApprovedTools.get(spec.name) ?? [];
  return grants.some(({ toolDefHash }) => toolDefHash === definitionHash) ? null : (grants.at(-1)?.grant ?? null);
}

const startedBefore = (turn: Turn, { requestId }: CallIdentity): boolean => turn.options.unfinished.has(requestId);
