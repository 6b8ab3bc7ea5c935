import type { Dispatch } from '../domain/approvals.ts';
import type { ClickRefusal, DomainEvent, OutcomeAnswer } from '../domain/event.ts';
import type { TurnId } from '../domain/ids.ts';
import type { ConversationIndex } from '../ports/conversation-index.ts';
import type { Places } from '../ports/places.ts';
import type { makeAuthorise } from './authorise.ts';
import { closedCall } from './close-calls.ts';
import type { ConversationCommands } from './commands.ts';
import type { Conversations } from './reader.ts';
import { whoKnows } from './recover.ts';
import type { RecordRefusal } from './refusals.ts';
import { confirmedRanText, gaveUpText } from './texts.ts';

/**
 * Records what a person says about a call that was started and never came back: it ran, it did not (run it
 * again), or give up. Only the last two lead to a further dispatch or a neutral result; none is guessed.
 */
export const makeAnswerOutcome =
  (deps: {
    readonly conversations: Conversations;
    readonly index: ConversationIndex;
    readonly authorise: ReturnType<typeof makeAuthorise>;
    readonly places: Places;
    readonly recordRefusal: RecordRefusal;
  }): ConversationCommands['answerOutcome'] =>
  async ({ approvalId, person, answer }) => {
    const conversation = await deps.index.conversationOf(approvalId);
    if (conversation === null) return 'unknown-question';
    const place = deps.places.of(conversation);
    const changed = await deps.conversations.change(conversation, async (now) => {
      const dispatch = [...now.approvals.dispatches.values()].find(({ question }) => question === approvalId);
      const { status } = now;
      if (dispatch === undefined) return { events: [], result: 'unknown-question' as const };
      if (dispatch.answer !== null || dispatch.outcome !== null || status.kind === 'idle') {
        return { events: [], result: 'already-answered' as const };
      }
      const rule = whoKnows(now, dispatch);
      const refusal = await deps.authorise({ rule, person, principal: status.principal, place });
      if (refusal !== null) return { events: [], result: refusal };
      const { requestId, toolName } = dispatch;
      const answered: DomainEvent = { type: 'outcome.answered', approvalId, requestId, answer, by: person };
      return {
        events: [answered, ...resultOf(answer, status.turnId, { requestId, toolName })],
        options: { wake: 'now' },
        result: 'recorded' as const,
      };
    });
    const result = changed.kind === 'changed' ? changed.result : 'unknown-question';
    const because = refusalIn(result);
    if (because !== null) await deps.recordRefusal({ conversation, approvalId, person, action: answer, because });
    return result;
  };

function refusalIn(result: Awaited<ReturnType<ConversationCommands['answerOutcome']>>): ClickRefusal | null {
  switch (result) {
    case 'recorded':
      return null;
    case 'already-answered':
      return 'already-settled';
    case 'unknown-question':
      return 'unknown-approval';
    default:
      return result;
  }
}

function resultOf(answer: OutcomeAnswer, turn: TurnId, call: Pick<Dispatch, 'requestId' | 'toolName'>): DomainEvent[] {
  switch (answer) {
    case 'ran':
      return [closedCall(turn, call, 'succeeded', confirmedRanText)];
    case 'give-up':
      return [closedCall(turn, call, 'unknown', gaveUpText)];
    case 'run-again':
      return [];
  }
}
