import type { ConversationId } from '../domain/ids.ts';

/** A claim on one conversation: nobody else works on it until the lease ends. */
export interface Claim {
  readonly conversation: ConversationId;
  /** Grows at each claim; every write made under the claim carries it. */
  readonly epoch: number;
  readonly leaseUntil: number;
  /** An earlier claim ran out without being released: whoever held it is dead, stalled or cut off. */
  readonly takenOver?: boolean;
}

/**
 * Which conversations want work. One claim per conversation at a time, in any number of processes.
 * A wake during a claim is not lost: `release` leaves it due. Times are the store's own clock.
 */
export interface WorkQueue {
  /** Makes the conversation due now or at a time; an earlier wake stands. */
  wake(conversation: ConversationId, at?: number): Promise<void>;
  /** Claims the longest due conversation, or null. A claim whose lease ran out is due again, under a higher epoch. */
  claim(owner: string, leaseMs: number): Promise<Claim | null>;
  /** Extends the lease; false when another claim has taken over. */
  renew(claim: Claim, leaseMs: number): Promise<boolean>;
  /** Ends the claim; due again at `wakeAt`, or only when something wakes it. */
  release(claim: Claim, wakeAt?: number): Promise<void>;
  /** Conversations that are due and that nobody works on, longest due first; at most `limit`. */
  line(limit: number): Promise<readonly ConversationId[]>;
  /** Earliest time something is or becomes due, for a worker that wants to sleep; null when nothing is. */
  nextDue(): Promise<number | null>;
  /** Calls back soon after any wake, in this process or another; best effort, polling is the safety net. */
  onWake(listener: () => void): () => void;
}
