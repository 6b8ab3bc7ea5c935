import type { ApproverRule } from './approver-rule.ts';
import type { CardRef } from './decision.ts';
import type { SignedElicitationAnswer } from './elicitation-answer.ts';
import type { StoredEvent } from './event.ts';
import type { ApprovalId, RequestId, TurnId } from './ids.ts';
import type { Person } from './person.ts';

/** What a server wants: fields to fill in (JSON Schema, canonical text), or a page that a person visits themselves. */
export type ElicitationAsk =
  | { readonly kind: 'form'; readonly schemaJson: string }
  | { readonly kind: 'link'; readonly url: string };

/** A question a tool's server puts to people while a call runs (MCP elicitation). Message and schema are the server's. */
export interface Elicitation {
  /** Opaque and random, as an approval's: all that a button carries. */
  readonly approvalId: ApprovalId;
  readonly turnId: TurnId;
  readonly requestId: RequestId;
  readonly toolName: string;
  /** The server's configured name: who gets the answer. */
  readonly server: string;
  readonly message: string;
  readonly ask: ElicitationAsk;
  readonly principal: Person;
  /** Those who may decide on the call. */
  readonly approvers: ApproverRule;
  /** As an approval's: nothing is handed over where people of another organisation came in afterwards. */
  readonly sharedWhenAsked?: boolean | null;
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** Why nobody can answer any more. `call-over`: the call that asked has a result, or its process is gone. */
export type ElicitationClose = 'expired' | 'call-over';

export type ElicitationStatus =
  | { readonly kind: 'pending' }
  | { readonly kind: 'answered'; readonly signed: SignedElicitationAnswer }
  | { readonly kind: 'closed'; readonly because: ElicitationClose };

export interface AskedElicitation {
  readonly asked: Elicitation;
  status: ElicitationStatus;
  /** First posted first. */
  readonly cards: CardRef[];
  settledAt: number | null;
}

export type ElicitationsState = Map<ApprovalId, AskedElicitation>;

/** Takes one event into the fold. Every settled status is final; a question does not outlive the run that asked it. */
export function evolveElicitations(state: ElicitationsState, { at, event }: StoredEvent): void {
  switch (event.type) {
    case 'elicitation.asked':
      if (state.has(event.asked.approvalId)) return;
      state.set(event.asked.approvalId, {
        asked: event.asked,
        status: { kind: 'pending' },
        cards: [],
        settledAt: null,
      });
      return;
    case 'card.posted':
      state.get(event.approvalId)?.cards.push(event.card);
      return;
    case 'elicitation.answered':
      settle(state.get(event.signed.answer.elicitation), { kind: 'answered', signed: event.signed }, at);
      return;
    case 'elicitation.expired':
      settle(state.get(event.approvalId), { kind: 'closed', because: 'expired' }, at);
      return;
    case 'tool.completed':
    case 'turn.started':
      for (const elicitation of endedBy(state, event)) {
        settle(elicitation, { kind: 'closed', because: 'call-over' }, at);
      }
      return;
    default:
      return;
  }
}

/** The open questions an event leaves without anyone who waits for the answer. */
export function endedBy(state: ElicitationsState, event: StoredEvent['event']): readonly AskedElicitation[] {
  if (event.type !== 'tool.completed' && event.type !== 'turn.started') return [];
  return [...state.values()].filter(
    ({ asked, status }) =>
      status.kind === 'pending' && (event.type === 'turn.started' || asked.requestId === event.result.requestId),
  );
}

function settle(elicitation: AskedElicitation | undefined, status: ElicitationStatus, at: number): void {
  if (elicitation?.status.kind !== 'pending') return;
  elicitation.status = status;
  elicitation.settledAt = at;
}
