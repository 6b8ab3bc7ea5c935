import type { ConversationId } from './ids.ts';
import { type Signature, signedBytes } from './signed.ts';

/**
 * Stands in a log for its removed beginning. The chain goes on from the position and hash it names, so the removed part
 * could still be proven by whoever kept it.
 */
export interface Tombstone {
  readonly conversation: ConversationId;
  /** Position and hash (lower-case hex) of the last event that was removed. The tombstone follows it directly. */
  readonly upTo: number;
  readonly hash: string;
  /** When that event was written, in milliseconds since the epoch. */
  readonly lastWrittenAt: number;
  readonly prunedAt: number;
  /** Untrusted content was in what was removed: whoever goes on with the conversation is not to forget it. */
  readonly tainted: boolean;
}

export interface SignedTombstone {
  readonly version: 1;
  readonly tombstone: Tombstone;
  readonly signature: Signature;
}

/** Layout version 1, frozen: a new layout gets a new tag and a new function. */
export function tombstoneBytesV1(kid: string, t: Tombstone): Uint8Array {
  return signedBytes('countersign.tombstone.v1', [
    kid,
    t.conversation,
    String(t.upTo),
    t.hash,
    String(t.lastWrittenAt),
    String(t.prunedAt),
    t.tainted ? 'tainted' : 'clean',
  ]);
}
