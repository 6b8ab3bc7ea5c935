import { type Approval, pendingApprovals } from '../domain/approvals.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import { owedCard, owedNudge } from '../domain/owed.ts';
import type { Owed } from '../ports/event-log.ts';
import { closedCall } from './close-calls.ts';
import { expiredText } from './texts.ts';

interface Due {
  readonly events: DomainEvent[];
  readonly owes: Owed[];
}

/** Settles approvals nobody answered in time. To the model that is "nobody answered", never "denied". */
export function expiryOf(now: Conversation, approvals: readonly Approval[]): Due {
  return {
    events: approvals.flatMap(({ request }): DomainEvent[] => [
      { type: 'approval.expired', approvalId: request.approvalId },
      closedCall(request.turnId, request.call, 'expired', expiredText),
    ]),
    owes: approvals.map(({ request }) => ({ key: owedCard(request.approvalId), conversation: now.id })),
  };
}

/** Everything time has brought about by `at`: expiries, reminders, escalations. */
export function dueAt(now: Conversation, at: number): Due {
  const pending = pendingApprovals(now.approvals);
  const expired = expiryOf(
    now,
    pending.filter((approval) => approval.expiresAt <= at),
  );
  const live = pending.filter((approval) => approval.expiresAt > at);
  const reminded = live.filter((approval) => isReminderDue(approval, at));
  const events = reminded.flatMap(({ request }): DomainEvent[] => [
    { type: 'approval.reminded', approvalId: request.approvalId },
    ...(request.escalateTo === null
      ? []
      : [{ type: 'approval.escalated' as const, approvalId: request.approvalId, to: request.escalateTo }]),
  ]);
  const owes = reminded.map(({ request }) => ({ key: owedNudge(request.approvalId), conversation: now.id }));
  return { events: [...expired.events, ...events], owes: [...expired.owes, ...owes] };
}

/** When something falls due next; null while nothing is pending. */
export function nextDueAt(now: Conversation): number | null {
  const times = pendingApprovals(now.approvals).map((approval) => {
    const { remindAt } = approval.request;
    const remindsLater = remindAt !== null && approval.remindedAt === null && remindAt < approval.expiresAt;
    return remindsLater ? remindAt : approval.expiresAt;
  });
  return times.length === 0 ? null : Math.min(...times);
}

const isReminderDue = ({ request, remindedAt }: Approval, at: number): boolean =>
  request.remindAt !== null && remindedAt === null && request.remindAt <= at;
