import type { ApprovalId, ConversationId } from './ids.ts';
import type { Person } from './person.ts';
import { type Signature, signedBytes } from './signed.ts';

/** Takes back a session grant, named by the approval it was born from. */
export interface Revocation {
  readonly conversation: ConversationId;
  readonly grant: ApprovalId;
  readonly by: Person;
  readonly at: number;
  readonly nonce: string;
}

export interface SignedRevocation {
  readonly version: 1;
  readonly revocation: Revocation;
  readonly signature: Signature;
}

export function revocationBytesV1(kid: string, r: Revocation): Uint8Array {
  return signedBytes('countersign.revocation.v1', [
    kid,
    r.conversation,
    r.grant,
    r.by.team,
    r.by.user,
    String(r.at),
    r.nonce,
  ]);
}
