import type { Conversation } from './conversation.ts';
import { endedBy } from './elicitation.ts';
import type { DomainEvent } from './event.ts';
import { type OwedKey, owedCard, owedElicitation, owedOutcome } from './owed.ts';

/**
 * What people must be shown because of an event: every card whose state it changes. `before` is what held before it.
 * Derived here, once, so that no way of ending a call can forget its card.
 */
export function owedBy(
  event: DomainEvent,
  { approvals: before, elicitations }: Pick<Conversation, 'approvals' | 'elicitations'>,
): readonly OwedKey[] {
  const over = endedBy(elicitations, event).map(({ asked }) => owedElicitation(asked.approvalId));
  switch (event.type) {
    case 'approval.requested':
      return [owedCard(event.request.approvalId)];
    // It was sent while the question was open, and shows that still.
    case 'card.posted': {
      const { approvalId: id } = event;
      const isOver = (status: { readonly kind: string } | undefined) =>
        status !== undefined && status.kind !== 'pending';
      return [
        ...(isOver(before.approvals.get(id)?.status) ? [owedCard(id)] : []),
        ...(isOver(elicitations.get(id)?.status) ? [owedElicitation(id)] : []),
      ];
    }
    case 'approval.endorsed':
    case 'approval.decided':
      return [owedCard(event.signed.decision.approvalId)];
    case 'approval.expired':
    case 'approval.superseded':
    case 'approval.cancelled':
    case 'approval.extended':
      return [owedCard(event.approvalId)];
    case 'tool.completed': {
      const card = before.byRequest.get(event.result.requestId);
      const question = before.dispatches.get(event.result.requestId)?.question ?? null;
      return [
        ...(card === undefined ? [] : [owedCard(card)]),
        ...(question === null ? [] : [owedOutcome(question)]),
        ...over,
      ];
    }
    case 'outcome.questioned':
    case 'outcome.answered':
      return [owedOutcome(event.approvalId)];
    case 'elicitation.asked':
      return [owedElicitation(event.asked.approvalId)];
    case 'elicitation.answered':
      return [owedElicitation(event.signed.answer.elicitation)];
    case 'elicitation.expired':
      return [owedElicitation(event.approvalId)];
    default:
      return over;
  }
}
