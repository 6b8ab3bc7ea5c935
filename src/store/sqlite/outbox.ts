import type { Database } from 'better-sqlite3';
import { type ConversationId, conversationId } from '../../domain/ids.ts';
import type { Outbox, OutboxItem } from '../../ports/outbox.ts';
import { storableKey } from '../storable-key.ts';
import type { Conversations } from './conversations.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

export interface OutboxWriter {
  /** Inside a write only. */
  owe(key: string, conversation: ConversationId, at: number): void;
}

export function makeOutboxWriter(db: Database, conversations: Conversations): OutboxWriter {
  // Revisions come from one counter: a key that was settled, removed and owed again never meets an old revision of itself.
  const nextRevision = db.prepare<[], { latest: number }>(
    'UPDATE outbox_revision SET latest = latest + 1 RETURNING latest',
  );
  const upsert = db.prepare<[string, number, number, number]>(`
    INSERT INTO outbox (key, conversation, revision, due_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, due_at = min(due_at, excluded.due_at)`);
  return {
    owe(key, conversation, at) {
      const revision = nextRevision.get()?.latest;
      if (revision === undefined) throw new Error('the outbox has lost its revision counter');
      upsert.run(storableKey(key), conversations.findOrCreate(conversation).key, revision, at);
    },
  };
}

interface OutboxRow {
  readonly key: string;
  readonly conversation: string;
  readonly revision: number;
  readonly attempts: number;
  readonly dueAt: number;
}

interface OutboxParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly writer: OutboxWriter;
  readonly now: () => number;
}

export function makeOutbox({ db, read, queue, writer, now }: OutboxParts): Outbox {
  const due = db.prepare<[number, number, number], OutboxRow>(`
    SELECT o.key, c.id AS conversation, o.revision, o.attempts, o.due_at AS dueAt
    FROM outbox o JOIN conversations c ON c.key = o.conversation
    WHERE o.due_at <= ? AND coalesce(o.lease_until, 0) <= ? ORDER BY o.due_at, o.revision LIMIT ?`);
  const lease = db.prepare<[number, string]>(
    'UPDATE outbox SET attempts = attempts + 1, lease_until = ? WHERE key = ?',
  );
  const remove = db.prepare<[string, number]>('DELETE FROM outbox WHERE key = ? AND revision = ?');
  // A take is known by its attempt: a sender whose lease ran out does not disturb the one who took over.
  const leaveNewer = db.prepare<[string, number]>(
    'UPDATE outbox SET attempts = 0, lease_until = NULL WHERE key = ? AND attempts = ? + 1',
  );
  const putOff = db.prepare<[number, string, number]>(
    'UPDATE outbox SET due_at = ?, lease_until = NULL WHERE key = ? AND attempts = ? + 1',
  );
  const measure = db.prepare<[], { items: number; oldestDueAt: number | null }>(
    'SELECT count(*) AS items, min(due_at) AS oldestDueAt FROM outbox',
  );

  const takeNow = (limit: number, leaseMs: number): readonly OutboxItem[] => {
    const at = now();
    const rows = due.all(at, at, limit);
    for (const row of rows) lease.run(at + leaseMs, row.key);
    return rows.map((row) => ({ ...row, conversation: conversationId(row.conversation) }));
  };

  return {
    async take(limit, leaseMs) {
      const at = now();
      if ((await read(() => due.get(at, at, 1))) === undefined) return [];
      return queue.write('relaxed', () => takeNow(limit, leaseMs));
    },

    settle: ({ key, revision, attempts }) =>
      queue.write('relaxed', () => {
        if (remove.run(key, revision).changes === 0) leaveNewer.run(key, attempts);
      }),

    postpone: ({ key, attempts }, retryAt) =>
      queue.write('relaxed', () => {
        putOff.run(retryAt, key, attempts);
      }),

    owe: (conversation, key) => queue.write('durable', () => writer.owe(key, conversation, now())),

    depth: () => read(() => measure.get() ?? { items: 0, oldestDueAt: null }),
  };
}
