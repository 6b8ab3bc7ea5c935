import type { DomainEvent, StoredEvent } from '../domain/event.ts';
import type { ApprovalId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';

/** What one event changes in the conversation index. */
export type IndexChange =
  | { readonly kind: 'asked'; readonly approval: ApprovalId; readonly team: string; readonly at: number }
  /** Only the first settling of a question counts. */
  | { readonly kind: 'settled'; readonly approval: ApprovalId; readonly at: number }
  | { readonly kind: 'granted'; readonly grant: ApprovalId; readonly holder: Person; readonly expiresAt: number }
  | { readonly kind: 'revoked'; readonly grant: ApprovalId };

/** The workspace of the conversation's latest principal; carried from append to append. */
export type IndexTeam = string | null;

export interface IndexStep {
  readonly changes: readonly IndexChange[];
  readonly team: IndexTeam;
}

/** Derives index rows from events alone, so that the index can be dropped and derived again. */
export function indexChanges(events: readonly StoredEvent[], before: IndexTeam): IndexStep {
  let team = before;
  const changes: IndexChange[] = [];
  for (const { at, event } of events) {
    if (event.type === 'turn.started') team = event.principal.team;
    changes.push(...changesOf(event, at, team));
  }
  return { changes, team };
}

function changesOf(event: DomainEvent, at: number, team: IndexTeam): readonly IndexChange[] {
  switch (event.type) {
    case 'approval.requested': {
      const { approvalId, principal } = event.request;
      return [{ kind: 'asked', approval: approvalId, team: principal.team, at }];
    }
    case 'outcome.questioned':
      // A tool is dispatched only inside a turn, so the team is known whenever its outcome is in question.
      return team === null ? [] : [{ kind: 'asked', approval: event.approvalId, team, at }];
    case 'elicitation.asked': {
      // Settled as it is asked: it ends with its call, which is seen in the log alone.
      const { approvalId: approval, principal } = event.asked;
      return [
        { kind: 'asked', approval, team: principal.team, at },
        { kind: 'settled', approval, at },
      ];
    }
    case 'approval.decided': {
      const { decision } = event.signed;
      const settled = { kind: 'settled', approval: decision.approvalId, at } as const;
      if (decision.decision !== 'approve-and-remember' || decision.grantExpiresAt === null) return [settled];
      const { approvalId: grant, principal: holder, grantExpiresAt: expiresAt } = decision;
      return [settled, { kind: 'granted', grant, holder, expiresAt }];
    }
    case 'approval.expired':
    case 'approval.superseded':
    case 'approval.cancelled':
    case 'outcome.answered':
      return [{ kind: 'settled', approval: event.approvalId, at }];
    case 'grant.revoked':
      return [{ kind: 'revoked', grant: event.signed.revocation.grant }];
    default:
      return [];
  }
}
