import type { Approval, ApprovalStatus } from '../../../src/domain/approvals.ts';
import type { Decision, DecisionKind, SignedDecision } from '../../../src/domain/decision.ts';
import type { ApprovalRequest } from '../../../src/domain/event.ts';
import { alice, askedRequest, bob, here, startTime, theCard } from '../conversation.ts';

/** An approval as the fold has it. */
export const anApproval = (request: Partial<ApprovalRequest> = {}, given: Partial<Approval> = {}): Approval => ({
  request: askedRequest(request),
  status: { kind: 'pending' },
  cards: [theCard],
  endorsements: [],
  expiresAt: startTime + 3_600_000,
  remindedAt: null,
  escalatedAt: null,
  settledAt: null,
  ...given,
});

/** A decision by Bob; its signature is not looked at by views. */
export function aDecision(decision: DecisionKind, given: Partial<Decision> = {}): SignedDecision {
  const request = askedRequest();
  return {
    version: 1,
    signature: { kid: 'k1', value: 'none' },
    decision: {
      enterprise: null,
      team: 'T0LOCAL',
      conversation: here,
      turn: request.turnId,
      approvalId: request.approvalId,
      requestId: request.call.requestId,
      toolName: request.call.toolName,
      toolDefHash: request.toolDefHash,
      proposedArgsJson: request.call.argsJson,
      effectiveArgsJson: null,
      injectedContext: null,
      decision,
      coveredCapabilities: [],
      grantExpiresAt: null,
      reason: null,
      approver: bob,
      principal: alice,
      card: theCard,
      issuedAt: startTime,
      expiresAt: startTime + 3_600_000,
      nonce: 'n1',
      ...given,
    },
  };
}

/** One of each way an approval can be settled. */
export const settledStatuses: readonly Exclude<ApprovalStatus, { kind: 'pending' }>[] = [
  { kind: 'approved', signed: aDecision('approve') },
  { kind: 'approved', signed: aDecision('approve-edited', { effectiveArgsJson: '{"order_id":"1043","text":"hi"}' }) },
  { kind: 'approved', signed: aDecision('approve-and-remember') },
  { kind: 'denied', signed: aDecision('deny', { reason: 'not now' }) },
  { kind: 'expired' },
  { kind: 'superseded' },
  { kind: 'cancelled', by: bob, because: 'stopped' },
  { kind: 'cancelled', by: null, because: 'stopped' },
];
