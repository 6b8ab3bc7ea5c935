import type { CardRef } from './decision.ts';
import type { ApprovalId, ConversationId, RequestId, TurnId } from './ids.ts';
import type { Person } from './person.ts';
import { type Signature, signedBytes } from './signed.ts';

/** MCP's three answers. Only `accept` hands anything over. */
export type ElicitationAction = 'accept' | 'decline' | 'cancel';

/** One person's answer to a server's question, and everything it is bound to. */
export interface ElicitationAnswer {
  readonly enterprise: string | null;
  readonly team: string;
  readonly conversation: ConversationId;
  readonly turn: TurnId;
  readonly elicitation: ApprovalId;
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly server: string;
  readonly message: string;
  /** The schema or the address that was shown. */
  readonly shown: string;
  readonly action: ElicitationAction;
  /** What was entered, canonical; null unless a form was accepted. */
  readonly contentJson: string | null;
  readonly person: Person;
  readonly principal: Person;
  readonly card: CardRef;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** 128 random bits, single use. */
  readonly nonce: string;
}

export interface SignedElicitationAnswer {
  readonly version: 1;
  readonly answer: ElicitationAnswer;
  readonly signature: Signature;
}

/** Layout version 1, frozen: a new layout gets a new tag and a new function. */
export function elicitationAnswerBytesV1(kid: string, a: ElicitationAnswer): Uint8Array {
  return signedBytes('countersign.elicitation.v1', [
    kid,
    a.enterprise,
    a.team,
    a.conversation,
    a.turn,
    a.elicitation,
    a.requestId,
    a.toolName,
    a.server,
    a.message,
    a.shown,
    a.action,
    a.contentJson,
    a.person.team,
    a.person.user,
    a.principal.team,
    a.principal.user,
    a.card.channel,
    a.card.message,
    String(a.issuedAt),
    String(a.expiresAt),
    a.nonce,
  ]);
}
