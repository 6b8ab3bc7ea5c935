import { type ConversationId, conversationId } from '../../domain/ids.ts';
import type { Outbox, OutboxItem } from '../../ports/outbox.ts';
import { storableKey } from '../storable-key.ts';
import { keyOf } from './conversations.ts';
import type { PostgresDatabase, Sql } from './database.ts';

/** Inside a transaction. Revisions come from one sequence: a key that was settled and owed again never meets an old one. */
export async function owe(sql: Sql, key: string, conversation: ConversationId): Promise<void> {
  await sql(
    `INSERT INTO outbox (key, conversation, revision, due_at) VALUES ($1, $2, nextval('outbox_revision'), now_ms())
     ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, due_at = least(outbox.due_at, excluded.due_at)`,
    [storableKey(key), await keyOf(sql, conversation)],
  );
}

interface OutboxRow {
  readonly key: string;
  readonly conversation: string;
  readonly revision: number;
  readonly attempts: number;
  readonly dueAt: number;
}

const TAKE = `
  WITH due AS (
    SELECT key FROM outbox WHERE due_at <= (SELECT now_ms()) AND coalesce(lease_until, 0) <= (SELECT now_ms())
    ORDER BY due_at, revision LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE outbox o SET attempts = o.attempts + 1, lease_until = now_ms() + $2
  FROM due, conversations c WHERE o.key = due.key AND c.key = o.conversation
  RETURNING o.key, c.id AS conversation, o.revision, o.attempts - 1 AS attempts, o.due_at AS "dueAt"`;

export function makeOutbox(db: PostgresDatabase): Outbox {
  return {
    async take(limit, leaseMs) {
      const rows = await db.query<OutboxRow>(TAKE, [limit, leaseMs]);
      return rows.map(asItem).toSorted((a, b) => a.dueAt - b.dueAt || a.revision - b.revision);
    },

    settle: ({ key, revision, attempts }) =>
      db.transact(async (sql) => {
        const removed = await sql('DELETE FROM outbox WHERE key = $1 AND revision = $2 RETURNING key', [key, revision]);
        if (removed.length > 0) return;
        // A take is known by its attempt: a sender whose lease ran out does not disturb the one who took over.
        await sql('UPDATE outbox SET attempts = 0, lease_until = NULL WHERE key = $1 AND attempts = $2::bigint + 1', [
          key,
          attempts,
        ]);
      }),

    async postpone({ key, attempts }, retryAt) {
      await db.query('UPDATE outbox SET due_at = $3, lease_until = NULL WHERE key = $1 AND attempts = $2::bigint + 1', [
        key,
        attempts,
        retryAt,
      ]);
    },

    owe: (conversation, key) => db.transact((sql) => owe(sql, key, conversation)),

    async depth() {
      const [row] = await db.query<{ items: number; oldestDueAt: number | null }>(
        'SELECT count(*) AS items, min(due_at) AS "oldestDueAt" FROM outbox',
      );
      return row ?? { items: 0, oldestDueAt: null };
    },
  };
}

const asItem = (row: OutboxRow): OutboxItem => ({ ...row, conversation: conversationId(row.conversation) });
