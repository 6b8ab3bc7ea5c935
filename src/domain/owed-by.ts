import type { ApprovalsState } from './approvals.ts';
import type { DomainEvent } from './event.ts';
import { type OwedKey, owedCard, owedOutcome } from './owed.ts';

/**
 * What people must be shown because of an event: every card whose state it changes. `before` is what held before it.
 * Derived here, once, so that no way of ending a call can forget its card.
 */
export function owedBy(event: DomainEvent, before: ApprovalsState): readonly OwedKey[] {
  switch (event.type) {
    case 'approval.requested':
      return [owedCard(event.request.approvalId)];
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
      return [...(card === undefined ? [] : [owedCard(card)]), ...(question === null ? [] : [owedOutcome(question)])];
    }
    case 'outcome.questioned':
    case 'outcome.answered':
      return [owedOutcome(event.approvalId)];
    default:
      return [];
  }
}
