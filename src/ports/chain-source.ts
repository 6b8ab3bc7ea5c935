import type { ConversationId } from '../domain/ids.ts';

/** One event as it is stored and chained. `body` is the exact text that was hashed. */
export interface ChainedEvent {
  readonly conversation: ConversationId;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly type: string;
  /** Version of the event's stored form. */
  readonly version: number;
  readonly body: string;
  /** Lower-case hex. */
  readonly hash: string;
}

/** Where a conversation's chain ends. */
export interface ChainHead {
  readonly conversation: ConversationId;
  readonly seq: number;
  readonly hash: string;
}

/** The log as an auditor reads it: nothing is decoded, nothing is judged. */
export interface ChainSource {
  /**
   * Every stored event, each conversation's in the order of their `seq`; conversations may be interleaved. By pages of
   * some thousands: whoever reads millions of events must not wait for each.
   */
  pages(): AsyncIterable<readonly ChainedEvent[]>;
  /** The same, one by one. */
  events(): AsyncIterable<ChainedEvent>;
  /** The events of one conversation in order. */
  eventsOf(conversation: ConversationId): AsyncIterable<ChainedEvent>;
  /** The ends as the store has them on record; only of conversations written to at or after `since`, if given. */
  heads(since?: number): Promise<readonly ChainHead[]>;
}
