import type { ConversationId } from '../domain/ids.ts';

export interface OutboxItem {
  readonly key: string;
  readonly conversation: ConversationId;
  /** Grows each time the thing is owed again; settling an older revision leaves the newer one owed. */
  readonly revision: number;
  readonly attempts: number;
  readonly dueAt: number;
}

/** What we owe Slack and whether it arrived. Rows are written by `EventLog.append`. */
export interface Outbox {
  /** Due items, oldest first; one per key. A taken item comes back after `leaseMs` unless settled. */
  take(limit: number, leaseMs: number): Promise<readonly OutboxItem[]>;
  settle(item: OutboxItem): Promise<void>;
  postpone(item: OutboxItem, retryAt: number): Promise<void>;
  /** Owes something that no append brings about (App Home of a person). */
  owe(conversation: ConversationId, key: string): Promise<void>;
  depth(): Promise<{ readonly items: number; readonly oldestDueAt: number | null }>;
}
