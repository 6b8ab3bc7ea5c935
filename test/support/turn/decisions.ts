import { callKey } from '../../../src/domain/call.ts';
import { type ApprovalId, approvalId } from '../../../src/domain/ids.ts';
import type {
  ApprovalOverride,
  ApprovedCall,
  Authority,
  DeniedCall,
  SessionGrant,
} from '../../../src/turn/authority.ts';
import type { PendingApproval, TurnResult } from '../../../src/turn/result.ts';

export type AnswerTo = (pending: PendingApproval) => Said;

interface Said {
  readonly approved?: ApprovedCall;
  readonly override?: ApprovalOverride;
  readonly denied?: DeniedCall;
}

const noEdit: ApprovalOverride = { modifiedArgsJson: null, injectedContext: null };

/** Yes, with an edit or a note where given; a rewrite the card showed is part of what was signed. */
export const yes =
  (given: Partial<ApprovalOverride> = {}): AnswerTo =>
  (pending) => ({
    approved: {
      approvalId: pending.approvalId,
      toolDefHash: pending.toolDefHash,
      covered: new Set(pending.missingCapabilities),
      leavesSandbox: pending.sandbox !== null,
    },
    override: {
      ...noEdit,
      modifiedArgsJson: pending.effectiveArgsJson,
      injectedContext: pending.injectedContext,
      ...given,
    },
  });

export const no =
  (reason: string | null = null): AnswerTo =>
  (pending) => ({ denied: { approvalId: pending.approvalId, reason } });

/** Nobody has said anything yet. */
export const waits: AnswerTo = () => ({});

/** What the next run is told: one answer for each pending approval of this result, in order. */
export function answering({ pendingApprovals }: TurnResult, ...answers: readonly AnswerTo[]): Partial<Authority> {
  const approvedCallIds = new Map<string, ApprovedCall>();
  const approvedOverrides = new Map<string, ApprovalOverride>();
  const deniedCallIds = new Map<string, DeniedCall>();
  const openApprovals = new Map<string, PendingApproval>();
  for (const [index, pending] of pendingApprovals.entries()) {
    const key = callKey(pending);
    const said = (answers[index] ?? waits)(pending);
    if (said.approved !== undefined) approvedCallIds.set(key, said.approved);
    if (said.override !== undefined) approvedOverrides.set(key, said.override);
    if (said.denied !== undefined) deniedCallIds.set(key, said.denied);
    if (said.approved === undefined && said.denied === undefined) openApprovals.set(key, pending);
  }
  return { approvedCallIds, approvedOverrides, deniedCallIds, openApprovals };
}

/** A grant for a tool made by `aTool`, as it is now, that never expires in a test. */
export const grantFor = (tool: string, given: Partial<SessionGrant> = {}): Pick<Authority, 'sessionApprovedTools'> => ({
  sessionApprovedTools: new Map([
    [
      tool,
      [
        {
          grant: theGrant,
          covered: new Set(),
          givenClean: false,
          toolDefHash: `def-${tool}`,
          expiresAt: 1_000_000,
          ...given,
        },
      ],
    ],
  ]),
});

export const theGrant: ApprovalId = approvalId('the-grant');
