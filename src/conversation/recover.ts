import type { Dispatch } from '../domain/approvals.ts';
import { type ApproverRule, requesterOnly } from '../domain/approver-rule.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { RequestId } from '../domain/ids.ts';
import type { Place } from '../ports/places.ts';
import type { ApprovedCall } from '../turn/authority.ts';
import type { UnfinishedDispatch } from '../turn/options.ts';
import type { VerifyDecision } from './verify.ts';

/** Calls that were dispatched and have no result: the process that ran them is gone, or a person still has to say. */
const unfinishedDispatches = (now: Conversation): readonly Dispatch[] =>
  [...now.approvals.dispatches.values()].filter((dispatch) => dispatch.outcome === null);

/** Whether a call waits for a person to say if it ran. While one does, the turn stays paused. */
export const awaitsOutcome = (now: Conversation): boolean =>
  unfinishedDispatches(now).some(({ question, answer }) => question !== null && answer === null);

/** Who may say whether a call ran: those who could approve it, else the requester. */
export function whoKnows(now: Conversation, dispatch: Dispatch): ApproverRule {
  const asked = now.approvals.byRequest.get(dispatch.requestId);
  const request = asked === undefined ? undefined : now.approvals.approvals.get(asked)?.request;
  return request?.approvers ?? requesterOnly;
}

/**
 * The unfinished dispatches as a turn may use them. An approval named as ground lets a call start again only if its
 * decision verifies and is for these arguments; otherwise the dispatch stands as a fact, but as no one's permission.
 * Where a person said that it did not run, the approval must serve anew, as any that was not used yet.
 */
export function unfinishedFor(
  verify: VerifyDecision,
  now: Conversation,
  place: Place,
): ReadonlyMap<RequestId, UnfinishedDispatch> {
  return new Map(
    unfinishedDispatches(now).map((dispatch) => [
      dispatch.requestId,
      { ...dispatch, approved: approvalOf(verify, now, dispatch, place) },
    ]),
  );
}

function approvalOf(
  verify: VerifyDecision,
  now: Conversation,
  { ground, ...dispatch }: Dispatch,
  place: Place,
): ApprovedCall | null {
  if (ground.kind !== 'approved' || dispatch.answer !== null) return null;
  const approval = now.approvals.approvals.get(ground.approvalId);
  if (approval?.status.kind !== 'approved') return null;
  const { signed } = approval.status;
  const { effectiveArgsJson, proposedArgsJson, requestId } = signed.decision;
  const same =
    requestId === dispatch.requestId && (effectiveArgsJson ?? proposedArgsJson) === dispatch.effectiveArgsJson;
  if (!same || verify(signed, approval, now.id, place) !== null) return null;
  const { missing, sandbox } = approval.request;
  const { toolDefHash } = dispatch;
  return { approvalId: ground.approvalId, toolDefHash, covered: new Set(missing), leavesSandbox: sandbox !== null };
}
