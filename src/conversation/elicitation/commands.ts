import type { CardRef } from '../../domain/decision.ts';
import type { AskedElicitation, ElicitationStatus } from '../../domain/elicitation.ts';
import type { ClickRefusal } from '../../domain/event.ts';
import type { ApprovalId, ConversationId } from '../../domain/ids.ts';
import type { Person } from '../../domain/person.ts';

export interface ElicitationListing {
  readonly conversation: ConversationId;
  readonly elicitation: AskedElicitation;
}

/** One person's answer, as the surface hands it over. */
export interface ElicitationAnswering {
  readonly approvalId: ApprovalId;
  /** From the verified Slack payload. */
  readonly person: Person;
  readonly enterprise: string | null;
  /** The message it was given in; must be a card of this question. */
  readonly card: CardRef;
  readonly answer: /** `contentJson`: what was entered, checked against the schema; null for a page that was visited. */
  { readonly kind: 'accept'; readonly contentJson: string | null } | { readonly kind: 'decline' };
}

export type ElicitationOutcome =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'already-settled'; readonly status: ElicitationStatus }
  | { readonly kind: 'refused'; readonly because: ClickRefusal }
  | { readonly kind: 'unknown' };

/** What the surface may ask about servers' questions. Each call reads the log, and appends at most once. */
export interface ElicitationCommands {
  find(id: ApprovalId): Promise<ElicitationListing | null>;
  /** Null when this person may answer now. Asked when a form opens; a refusal, also one for coming late, is written down. */
  refusalFor(id: ApprovalId, person: Person): Promise<ClickRefusal | null>;
  answer(answering: ElicitationAnswering): Promise<ElicitationOutcome>;
  /** Questions that wait and that this person may answer, newest first. */
  waitingFor(person: Person): Promise<readonly ElicitationListing[]>;
}
