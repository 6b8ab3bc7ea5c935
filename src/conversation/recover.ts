import type { Dispatch } from '../domain/approvals.ts';
import { type ApproverRule, requesterOnly } from '../domain/approver-rule.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { RequestId } from '../domain/ids.ts';
import type { Place } from '../ports/places.ts';
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
 */
export function unfinishedFor(
  verify: VerifyDecision,
  now: Conversation,
  place: Place,
): ReadonlyMap<RequestId, UnfinishedDispatch> {
  return new Map(
    unfinishedDispatches(now).map((dispatch) => [
      dispatch.requestId,
      isPermitted(verify, now, dispatch, place)
        ? { ...dispatch, leavesSandbox: leftSandbox(now, dispatch) }
        : { ...dispatch, ground: { kind: 'ungated' } },
    ]),
  );
}

function leftSandbox({ approvals }: Conversation, { ground }: Dispatch): boolean {
  if (ground.kind !== 'approved') return false;
  return (approvals.approvals.get(ground.approvalId)?.request.sandbox ?? null) !== null;
}

function isPermitted(
  verify: VerifyDecision,
  now: Conversation,
  { ground, ...dispatch }: Dispatch,
  place: Place,
): boolean {
  if (ground.kind !== 'approved') return true;
  const approval = now.approvals.approvals.get(ground.approvalId);
  if (approval?.status.kind !== 'approved') return false;
  if (dispatch.answer?.kind === 'run-again' && approval.request.approvers.quorum > 1) return false;
  const { signed } = approval.status;
  const { effectiveArgsJson, proposedArgsJson, requestId } = signed.decision;
  const same =
    requestId === dispatch.requestId && (effectiveArgsJson ?? proposedArgsJson) === dispatch.effectiveArgsJson;
  return same && verify(signed, approval, now.id, place) === null;
}
