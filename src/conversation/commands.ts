import type { Approval, ApprovalStatus } from '../domain/approvals.ts';
import type { AttachedFile } from '../domain/attached-file.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { CardRef } from '../domain/decision.ts';
import type { ClickRefusal, OutcomeAnswer, TaintSource } from '../domain/event.ts';
import type { Grant } from '../domain/grant.ts';
import type { ApprovalId, ConversationId, TurnId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';
import type { TurnRecord } from '../domain/turns.ts';
import type { GivenUp } from './give-up.ts';
import type { RefusedPress } from './refusals.ts';

/** Earlier words of a thread, read once for context; never instructions. */
export interface Backfill {
  readonly author: Person | null;
  readonly text: string;
  readonly source: TaintSource;
  /** The text only names it. */
  readonly file?: AttachedFile;
}

export interface IncomingMessage {
  readonly conversation: ConversationId;
  readonly messageId: string;
  readonly author: Person;
  readonly text: string;
  readonly addressed: boolean;
  readonly persona: string | null;
  readonly backfill: readonly Backfill[];
}

/** One press of a button on a card, or a submitted form: who, on which card, what. */
export interface Answering {
  readonly approvalId: ApprovalId;
  /** From the verified Slack payload. */
  readonly person: Person;
  readonly enterprise: string | null;
  /** The message the button was pressed in; must be a card of this approval. */
  readonly card: CardRef;
  readonly answer:
    | { readonly kind: 'approve'; readonly note: string | null }
    | { readonly kind: 'approve-and-remember'; readonly note?: string | null }
    | { readonly kind: 'approve-edited'; readonly argsJson: string; readonly note: string | null }
    | { readonly kind: 'deny'; readonly reason: string | null };
}

export type AnsweringOutcome =
  | { readonly kind: 'recorded'; readonly approval: Approval }
  /** Counted; more people must approve. */
  | { readonly kind: 'endorsed'; readonly have: number; readonly need: number }
  | { readonly kind: 'already-settled'; readonly status: ApprovalStatus }
  | { readonly kind: 'refused'; readonly because: ClickRefusal }
  | { readonly kind: 'invalid-edit'; readonly reason: string }
  | { readonly kind: 'unknown-approval' };

export type RevokeOutcome = 'revoked' | 'already-ended' | 'not-yours' | 'unknown-grant';

export interface GrantListing {
  readonly conversation: ConversationId;
  readonly grant: Grant;
  readonly title: string;
}

export interface ApprovalListing {
  readonly conversation: ConversationId;
  readonly approval: Approval;
}

/** Everything the surface may ask of the conversations. Each call reads the log, and appends at most once. */
export interface ConversationCommands {
  receive(message: IncomingMessage): Promise<'received' | 'duplicate'>;
  read(conversation: ConversationId): Promise<Conversation>;
  /** One of its turns, however long ago. */
  turn(conversation: ConversationId, turn: TurnId): Promise<TurnRecord | undefined>;
  findApproval(approvalId: ApprovalId): Promise<ApprovalListing | null>;
  answer(answering: Answering): Promise<AnsweringOutcome>;
  /** Null when this person may answer this card now. Asked before a form opens and again when it is submitted. */
  refusalFor(approvalId: ApprovalId, person: Person): Promise<ClickRefusal | null>;
  /** Writes down that a press was refused before it became an answer; the other commands write down their own refusals. */
  recordRefusal(refused: RefusedPress): Promise<void>;
  /** Settles for good what became of an answer whose handling failed; rejects when that cannot be told. */
  giveUp(press: Pick<RefusedPress, 'person' | 'action'> & { readonly approvalId: ApprovalId }): Promise<GivenUp>;
  answerOutcome(question: {
    readonly approvalId: ApprovalId;
    readonly person: Person;
    readonly answer: OutcomeAnswer;
  }): Promise<'recorded' | 'already-answered' | 'unknown-question' | ClickRefusal>;
  extend(
    approvalId: ApprovalId,
    person: Person,
  ): Promise<'extended' | 'at-limit' | 'already-settled' | 'unknown-approval' | ClickRefusal>;
  cardPosted(approvalId: ApprovalId, card: CardRef): Promise<void>;
  stop(conversation: ConversationId, by: Person): Promise<'stopping' | 'nothing-to-stop' | ClickRefusal>;
  retry(conversation: ConversationId, by: Person): Promise<'retrying' | 'nothing-to-retry' | ClickRefusal>;
  revoke(grant: ApprovalId, by: Person): Promise<RevokeOutcome>;
  revokeAll(by: Person): Promise<number>;
  grantsOf(person: Person): Promise<readonly GrantListing[]>;
  /** Pending cards this person may answer, and those their own turns wait for. */
  pendingFor(
    person: Person,
  ): Promise<{ readonly toDecide: readonly ApprovalListing[]; readonly waiting: readonly ApprovalListing[] }>;
  recentFor(person: Person): Promise<readonly ApprovalListing[]>;
}
