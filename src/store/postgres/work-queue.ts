import { conversationId } from '../../domain/ids.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { storableKey } from '../storable-key.ts';
import type { Wakes } from '../wakes.ts';
import { announceWake, keyOf, wakeConversation } from './conversations.ts';
import type { PostgresDatabase } from './database.ts';
import { newestMigration } from './migrations.ts';

/** Once newer code has changed the schema, this code takes no more work: it might not understand what it finds. */
const KNOWN = '(SELECT max(number) FROM schema_migrations) <=';

/** Many processes may claim at once: each passes over what another one is just claiming. */
const CLAIM = `
  WITH ready AS MATERIALIZED (
    SELECT key, lease_until IS NOT NULL AS taken_over FROM conversations
    WHERE ready_at <= (SELECT now_ms()) AND ${KNOWN} $3
    ORDER BY ready_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE conversations c SET epoch = epoch + 1, owner = $1, lease_until = now_ms() + $2, due_at = NULL
  FROM ready WHERE c.key = ready.key
  RETURNING c.id, c.epoch, c.lease_until AS "leaseUntil", ready.taken_over AS "takenOver"`;

export function makeWorkQueue(db: PostgresDatabase, wakes: Wakes): WorkQueue {
  return {
    async wake(conversation, at) {
      await db.transact(async (sql) => wakeConversation(sql, await keyOf(sql, conversation), at ?? null));
      wakes.announce();
    },

    async claim(owner, leaseMs) {
      const [row] = await db.query<{ id: string; epoch: number; leaseUntil: number; takenOver: boolean }>(CLAIM, [
        storableKey(owner),
        leaseMs,
        newestMigration,
      ]);
      if (row === undefined) return null;
      const { id, ...claim } = row;
      return { conversation: conversationId(id), ...claim };
    },

    async renew({ conversation, epoch }, leaseMs) {
      const rows = await db.query(
        `UPDATE conversations SET lease_until = now_ms() + $3
         WHERE id = $1 AND epoch = $2 AND lease_until IS NOT NULL RETURNING key`,
        [conversation, epoch, leaseMs],
      );
      return rows.length === 1;
    },

    async release({ conversation, epoch }, wakeAt) {
      const due = await db.transact(async (sql) => {
        const [row] = await sql<{ dueAt: number | null }>(
          `UPDATE conversations SET owner = NULL, lease_until = NULL, due_at = least(due_at, $3)
           WHERE id = $1 AND epoch = $2 AND lease_until IS NOT NULL RETURNING due_at AS "dueAt"`,
          [conversation, epoch, wakeAt ?? null],
        );
        const isDue = row !== undefined && row.dueAt !== null;
        if (isDue) await announceWake(sql);
        return isDue;
      });
      if (due) wakes.announce();
    },

    async line(limit) {
      const rows = await db.query<{ id: string }>(
        `SELECT id FROM conversations WHERE ready_at <= (SELECT now_ms()) AND lease_until IS NULL
         ORDER BY ready_at, key LIMIT $1`,
        [limit],
      );
      return rows.map(({ id }) => conversationId(id));
    },

    async nextDue() {
      const [row] = await db.query<{ at: number | null }>(
        `SELECT min(ready_at) AS at FROM conversations WHERE ready_at IS NOT NULL AND ${KNOWN} $1`,
        [newestMigration],
      );
      return row?.at ?? null;
    },

    onWake: (listener) => wakes.listen(listener),
  };
}
