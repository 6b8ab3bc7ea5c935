import type { ConversationId, RequestId, TurnId } from './ids.ts';
import { type Signature, signedBytes } from './signed.ts';

/** What a hook or policy changed about one call, recorded before it applies. */
export type MutationChange =
  | { readonly kind: 'input-rewrite'; readonly before: string; readonly after: string }
  | { readonly kind: 'context-injection'; readonly after: string }
  | { readonly kind: 'result-redaction'; readonly before: string; readonly after: string };

export interface Mutation {
  readonly conversation: ConversationId;
  readonly turn: TurnId;
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly change: MutationChange;
  readonly at: number;
  readonly nonce: string;
}

export interface SignedMutation {
  readonly version: 1;
  readonly mutation: Mutation;
  readonly signature: Signature;
}

export function mutationBytesV1(kid: string, m: Mutation): Uint8Array {
  const before = m.change.kind === 'context-injection' ? null : m.change.before;
  return signedBytes('countersign.mutation.v1', [
    kid,
    m.conversation,
    m.turn,
    m.requestId,
    m.toolName,
    m.change.kind,
    before,
    m.change.after,
    String(m.at),
    m.nonce,
  ]);
}
