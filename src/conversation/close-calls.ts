import type { Conversation } from '../domain/conversation.ts';
import type { CallResult, DomainEvent, ResultOutcome } from '../domain/event.ts';
import type { RequestId, TurnId } from '../domain/ids.ts';
import { openCalls } from '../domain/transcript.ts';

/** A result for an open call that will not run, so that the transcript stays valid: one result per call. */
export function closedCall(
  turn: TurnId,
  call: { readonly requestId: RequestId; readonly toolName: string },
  outcome: ResultOutcome,
  text: string,
): DomainEvent {
  const { requestId, toolName } = call;
  const result: CallResult = { requestId, toolName, outcome, text, quarantined: false };
  return { type: 'tool.completed', turnId: turn, result };
}

/**
 * Results for every call that is still open, as when a turn is stopped or parked. A call that was dispatched
 * and never came back may have run: it gets `unknown`, not `cancelled`.
 */
export function closeOpenCalls(
  conversation: Conversation,
  turn: TurnId,
  text: string,
  unknownText: string,
): DomainEvent[] {
  return openCalls(conversation.transcript).map((call) => {
    const dispatched = conversation.approvals.dispatches.has(call.requestId);
    return dispatched ? closedCall(turn, call, 'unknown', unknownText) : closedCall(turn, call, 'cancelled', text);
  });
}
