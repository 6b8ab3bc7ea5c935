import type { Dispatch } from '../domain/approvals.ts';
import { type ApproverRule, requesterOnly } from '../domain/approver-rule.ts';
import type { Conversation } from '../domain/conversation.ts';

/** Calls that were dispatched and have no result: the process that ran them is gone, or a person still has to say. */
export const unfinishedDispatches = (now: Conversation): readonly Dispatch[] =>
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
