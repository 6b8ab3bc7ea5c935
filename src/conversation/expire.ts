import { type Approval, pendingApprovals, type RunQuestion } from '../domain/approvals.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import { owedNudge } from '../domain/owed.ts';
import type { Owed } from '../ports/event-log.ts';
import { closedCall } from './close-calls.ts';
import { expiredText, gaveUpText } from './texts.ts';

/** How long people have to say whether a call ran; then it is given up, so that a conversation is never stuck on it. */
const QUESTION_OPEN_MS = 3 * 24 * 60 * 60 * 1000;

interface Due {
  readonly events: DomainEvent[];
  readonly owes: Owed[];
}

/** Settles approvals nobody answered in time. To the model that is "nobody answered", never "denied". */
export function expiryOf(approvals: readonly Approval[]): readonly DomainEvent[] {
  return approvals.flatMap(({ request }): DomainEvent[] => [
    { type: 'approval.expired', approvalId: request.approvalId },
    closedCall(request.turnId, request.call, 'expired', expiredText),
  ]);
}

/** Everything time has brought about by `at`: expiries, reminders, escalations. */
export function dueAt(now: Conversation, at: number): Due {
  const pending = pendingApprovals(now.approvals);
  const expired = expiryOf(pending.filter((approval) => approval.expiresAt <= at));
  const live = pending.filter((approval) => approval.expiresAt > at);
  const reminded = live.filter((approval) => isReminderDue(approval, at));
  const events = reminded.flatMap(({ request }): DomainEvent[] => [
    { type: 'approval.reminded', approvalId: request.approvalId },
    ...(request.escalateTo === null
      ? []
      : [{ type: 'approval.escalated' as const, approvalId: request.approvalId, to: request.escalateTo }]),
  ]);
  const owes = reminded.map(({ request }) => ({ key: owedNudge(request.approvalId), conversation: now.id }));
  return { events: [...expired, ...givenUp(now, at), ...events], owes };
}

/** Results for calls nobody said anything about in all that time. */
function givenUp(now: Conversation, at: number): readonly DomainEvent[] {
  const { status } = now;
  if (status.kind === 'idle') return [];
  return openQuestions(now)
    .filter(({ askedAt }) => askedAt + QUESTION_OPEN_MS <= at)
    .map((question) => closedCall(status.turnId, question, 'unknown', gaveUpText));
}

const openQuestions = ({ approvals }: Conversation): readonly RunQuestion[] =>
  [...approvals.questions.values()].filter(({ answer, outcome }) => answer === null && outcome === null);

/** When something falls due next; null while nothing is pending. */
export function nextDueAt(now: Conversation): number | null {
  const times = pendingApprovals(now.approvals).map((approval) => {
    const { remindAt } = approval.request;
    const remindsLater = remindAt !== null && approval.remindedAt === null && remindAt < approval.expiresAt;
    return remindsLater ? remindAt : approval.expiresAt;
  });
  times.push(...openQuestions(now).map(({ askedAt }) => askedAt + QUESTION_OPEN_MS));
  return times.length === 0 ? null : Math.min(...times);
}

const isReminderDue = ({ request, remindedAt }: Approval, at: number): boolean =>
  request.remindAt !== null && remindedAt === null && request.remindAt <= at;
