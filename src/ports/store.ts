import type { Blobs } from './blobs.ts';
import type { ChainSource } from './chain-source.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { EventLog } from './event-log.ts';
import type { Inbox } from './inbox.ts';
import type { Installations } from './installations.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Outbox } from './outbox.ts';
import type { Preferences } from './preferences.ts';
import type { Retention } from './retention.ts';
import type { WorkQueue } from './work-queue.ts';

/** Everything that outlives the process, in one durable place. */
export interface Store {
  readonly log: EventLog;
  readonly work: WorkQueue;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly index: ConversationIndex;
  readonly openStreams: OpenStreams;
  readonly blobs: Blobs;
  readonly installations: Installations;
  readonly preferences: Preferences;
  readonly chain: ChainSource;
  readonly retention: Retention;
  /** Drops the index and derives it again from the logs; resolves to the number of events read. */
  rebuildIndex(): Promise<number>;
  /** Writes durably to a row of its own: resolves when the store can keep what it is given, else rejects with a `StoreError`. */
  check(): Promise<void>;
  /** Finishes what was handed over before the call, then lets go. Closing twice is closing once. */
  close(): Promise<void>;
}

export type StoreErrorCode =
  /** Another process works on the same database. */
  | 'store-locked'
  /** The file is not ours, or the server is too old, or a setting we rely on is not in force. */
  | 'store-unsuitable'
  /** The schema was written by newer code than this. */
  | 'store-newer-schema'
  /** The database contradicts itself. */
  | 'store-corrupt'
  /** The database file is gone or another one is in its place. */
  | 'store-replaced'
  | 'store-full'
  | 'store-read-only'
  /** Reading or writing failed, or the server could not be reached. Trying again later may work. */
  | 'store-unavailable'
  | 'store-closed'
  /** A stored event cannot be read by this code. */
  | 'event-malformed'
  | 'event-unknown'
  /** An event is larger than the store takes. */
  | 'event-too-large'
  /** A key that cannot be stored exactly: too long, or not well-formed text. */
  | 'key-unstorable';

/** What a store throws. The message is for the log; it holds facts about the place, never contents. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** The store's own troubles, which pass for all conversations at once and say nothing about what was being done. */
const OUTAGES: ReadonlySet<StoreErrorCode> = new Set(['store-unavailable', 'store-full', 'store-read-only']);

export const isOutage = (error: unknown): boolean => error instanceof StoreError && OUTAGES.has(error.code);
