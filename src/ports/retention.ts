import type { ConversationId } from '../domain/ids.ts';
import type { ChainHead } from './chain-source.ts';

/** A conversation nothing has happened in for long. */
export interface RestingConversation extends ChainHead {
  /** When its last event was written; ms since the epoch. */
  readonly writtenAt: number;
}

/**
 * Removes what is older than somebody is to keep. The only part of a store that removes events, and only those before a
 * `conversation.pruned` event of their own conversation: the database refuses every other removal.
 */
export interface Retention {
  /**
   * Conversations last written to before a time in which nothing is due, claimed, owed, half-shown, asked or granted,
   * and that have something to remove. In the order of their ids, at most `limit`, after the one named.
   */
  resting(writtenBefore: number, limit: number, after: ConversationId | null): Promise<readonly RestingConversation[]>;
  /**
   * Removes every event before the newest `conversation.pruned`, what the index knows of them and what they refer to;
   * where the engine allows it, their bytes are overwritten. All or nothing; resolves to the number of events removed.
   */
  removePruned(conversation: ConversationId): Promise<number>;
}
