import type { DomainEvent, StoredEvent } from '../domain/event.ts';
import type { ConversationId } from '../domain/ids.ts';

/** What we owe people in Slack. Rendered from the log when it is sent, so that the newest truth goes out. */
export interface Owed {
  /** One thing owed; owing it again before it was delivered is owing it once. */
  readonly key: string;
  readonly conversation: ConversationId;
}

export interface AppendOptions {
  /** The last position the writer has read; the append happens only if the log still ends there. */
  readonly after: number;
  /** The writer's claim; an append under an older epoch than the conversation's is refused. Absent for writers that hold no claim. */
  readonly epoch?: number;
  /** Refused as `too-late` when the store's own clock, read inside the transaction, has reached this time (ms). */
  readonly notAfter?: number;
  /** Refused as `too-early` when that clock has not reached this time. */
  readonly notBefore?: number;
  /**
   * `later`: what ends this process as well (a power cut) may take the append back, whole and with what was written after
   * it, until any later write is durable; nothing else does, and everybody sees it at once. A store that can fail alone
   * takes it as absent: durable when the promise resolves.
   */
  readonly flush?: 'later';
  /** Written in the same transaction. */
  readonly owes?: readonly Owed[];
  /** Wakes the conversation's worker in the same transaction: now, or at a time in ms since the epoch. */
  readonly wake?: 'now' | { readonly at: number };
}

export type AppendResult =
  | { readonly kind: 'appended'; readonly events: readonly StoredEvent[] }
  /** Someone wrote first: read again and decide again. */
  | { readonly kind: 'conflict' }
  /** A newer claim owns the conversation: stop. */
  | { readonly kind: 'fenced' }
  /** The deadline given as `notAfter` has passed; nothing was written. */
  | { readonly kind: 'too-late' }
  /** The time given as `notBefore` has not come; nothing was written. */
  | { readonly kind: 'too-early' };

/**
 * The append-only log of every conversation.
 * Order: `seq` counts from 1 per conversation without gaps. Atomicity: an append is durable whole or not at all,
 * with what it owes and wakes, and never without those before it. It never updates or deletes an event; what `Retention` removed is not read. Each event is chained to the one before by hash.
 * Failure: a rejected promise means nothing is known to be written; the caller reads again before it acts.
 */
export interface EventLog {
  read(conversation: ConversationId, after?: number): Promise<readonly StoredEvent[]>;
  append(conversation: ConversationId, events: readonly DomainEvent[], options: AppendOptions): Promise<AppendResult>;
}
