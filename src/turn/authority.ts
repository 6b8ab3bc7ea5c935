import type { CapabilitySet } from '../domain/capability.ts';
import type { TaintSource } from '../domain/event.ts';
import type { ApprovalId } from '../domain/ids.ts';
import type { PendingApproval } from './result.ts';

/**
 * What people decided and what the log says about trust: everything that lets a call run or keeps it from running,
 * read at one position of the log. The journal hands out a newer one when the log moved on. A call has at most one
 * question that counts, so it is approved, denied or open, and never two of them.
 */
export interface Authority {
  /** Verified, unexpired, unconsumed approvals by `callKey` of the proposed call. Spent when their call is dispatched. */
  readonly approvedCallIds: ReadonlyMap<string, ApprovedCall>;
  /** By the same key: what runs in place of the proposal. No entry: the proposed arguments run, string-identical. */
  readonly approvedOverrides: ReadonlyMap<string, ApprovalOverride>;
  /** Verified denials by `callKey`; answered to the model without running and without asking again. */
  readonly deniedCallIds: ReadonlyMap<string, DeniedCall>;
  /** "Don't ask again", by tool name, only grants held by this turn's principal. Not spent by use. */
  readonly sessionApprovedTools: ReadonlyMap<string, readonly SessionGrant[]>;
  /** Asked and unanswered questions by `callKey`; they stay pending under their own ids. */
  readonly openApprovals: ReadonlyMap<string, PendingApproval>;
  /** What the full log says made this conversation untrusted; null while it is clean. OR-ed with the transcript. */
  readonly untrustedContextSeed: TaintSource | null;
}

export interface ApprovedCall {
  readonly approvalId: ApprovalId;
  /** The tool definition the card showed. An approval of another definition does not serve. */
  readonly toolDefHash: string;
  /** The missing capabilities the card showed. More missing than this is asked again. */
  readonly covered: CapabilitySet;
  /** Whether the card said that the call leaves the sandbox. Not told: the sandbox holds. */
  readonly leavesSandbox?: boolean;
}

/** The approver's edit, a rewrite shown on the card, or a note for the model. */
export interface ApprovalOverride {
  readonly modifiedArgsJson: string | null;
  readonly injectedContext: string | null;
}

export interface DeniedCall {
  readonly approvalId: ApprovalId;
  readonly reason: string | null;
}

export interface SessionGrant {
  readonly grant: ApprovalId;
  readonly covered: CapabilitySet;
  /** Given while nothing untrusted was there: it does not open what taint closes. */
  readonly givenClean: boolean;
  readonly toolDefHash: string;
  /** Milliseconds since the epoch; serves before, not at. */
  readonly expiresAt: number;
}
