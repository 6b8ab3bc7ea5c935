import type { Capability } from './capability.ts';
import type { ApprovalId, ConversationId, RequestId, TurnId } from './ids.ts';
import type { Person } from './person.ts';
import { type Signature, signedBytes } from './signed.ts';

export type DecisionKind = 'approve' | 'approve-edited' | 'approve-and-remember' | 'deny';

/** Where the card stands: both parts are the surface's, opaque here. */
export interface CardRef {
  readonly channel: string;
  readonly message: string;
}

/** Everything one person's answer to one card is bound to. Absent values are `null`, so that none is implied. */
export interface Decision {
  readonly enterprise: string | null;
  readonly team: string;
  readonly conversation: ConversationId;
  readonly turn: TurnId;
  readonly approvalId: ApprovalId;
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly toolDefHash: string;
  readonly proposedArgsJson: string;
  /** What runs in place of the proposal: the approver's edit or a policy rewrite. */
  readonly effectiveArgsJson: string | null;
  readonly injectedContext: string | null;
  readonly decision: DecisionKind;
  /** The missing set shown on the card when it was answered: what a remembered approval covers. */
  readonly coveredCapabilities: readonly Capability[];
  /** When a remembered approval stops serving; null unless remembered. */
  readonly grantExpiresAt: number | null;
  readonly reason: string | null;
  readonly approver: Person;
  readonly principal: Person;
  readonly card: CardRef;
  /** Milliseconds since the epoch, by the clock of the deciding transaction. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** 128 random bits, single use. */
  readonly nonce: string;
}

export interface SignedDecision {
  readonly version: 1;
  readonly decision: Decision;
  readonly signature: Signature;
}

export const isApproval = (kind: DecisionKind): boolean => kind !== 'deny';

/** Layout version 1, frozen: a new layout gets a new tag and a new function. */
export function decisionBytesV1(kid: string, d: Decision): Uint8Array {
  return signedBytes('countersign.decision.v1', [
    kid,
    d.enterprise,
    d.team,
    d.conversation,
    d.turn,
    d.approvalId,
    d.requestId,
    d.toolName,
    d.toolDefHash,
    d.proposedArgsJson,
    d.effectiveArgsJson,
    d.injectedContext,
    d.decision,
    d.decision === 'approve-and-remember' ? 'remember' : 'once',
    d.coveredCapabilities.join(','),
    d.grantExpiresAt === null ? null : String(d.grantExpiresAt),
    d.reason,
    d.approver.team,
    d.approver.user,
    d.principal.team,
    d.principal.user,
    d.card.channel,
    d.card.message,
    String(d.issuedAt),
    String(d.expiresAt),
    d.nonce,
  ]);
}
