import { type ConversationId, conversationId } from '../../domain/ids.ts';
import type { Outbox, OutboxItem } from '../../ports/outbox.ts';
import { storableKey } from '../storable-key.ts';
import { keyOf } from './conversations.ts';
import type { PostgresDatabase, Sql } from './database.ts';
import { isAbsent } from './presence.ts';

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

/**
 * A lease ends with its time, with the process that held it, and where its holder does not know of it: the answer to a
 * take or a settlement was lost.
 */
const TAKE = `
  WITH due AS (
    SELECT key FROM outbox WHERE due_at <= (SELECT now_ms()) AND (
      coalesce(lease_until, 0) <= (SELECT now_ms())
      OR owner = $3 AND NOT key = ANY ($4)
      OR owner <> $3 AND ${isAbsent('owner')})
    ORDER BY due_at, revision LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE outbox o SET attempts = o.attempts + 1, lease_until = now_ms() + $2, owner = $3
  FROM due, conversations c WHERE o.key = due.key AND c.key = o.conversation
  RETURNING o.key, c.id AS conversation, o.revision, o.attempts - 1 AS attempts, o.due_at AS "dueAt"`;

/** `owner` tells this process from the others. */
export function makeOutbox(db: PostgresDatabase, owner: string): Outbox {
  /** Items this process is delivering, and the attempt it does so under. */
  const inHand = new Map<string, number>();
  /** One take at a time: what the answer to one brings must not look lost to the next. */
  let taking: Promise<unknown> = Promise.resolve();

  const take = async (limit: number, leaseMs: number): Promise<readonly OutboxItem[]> => {
    const rows = await db.query<OutboxRow>(TAKE, [limit, leaseMs, owner, [...inHand.keys()]]);
    for (const { key, attempts } of rows) inHand.set(key, attempts);
    return rows.map(asItem).toSorted((x, y) => x.dueAt - y.dueAt || x.revision - y.revision);
  };

  const putDown = async ({ key, attempts }: OutboxItem, write: () => Promise<unknown>): Promise<void> => {
    try {
      await write();
    } finally {
      if (inHand.get(key) === attempts) inHand.delete(key);
    }
  };

  return {
    take(limit, leaseMs) {
      const taken = taking.then(() => take(limit, leaseMs));
      taking = taken.catch(() => undefined);
      return taken;
    },

    settle: (item) =>
      putDown(item, () =>
        db.transact(async (sql) => {
          const { key, revision, attempts } = item;
          const removed = await sql('DELETE FROM outbox WHERE key = $1 AND revision = $2 RETURNING key', [
            key,
            revision,
          ]);
          if (removed.length > 0) return;
          // A take is known by its attempt: a sender whose lease ran out does not disturb the one who took over.
          await sql('UPDATE outbox SET attempts = 0, lease_until = NULL WHERE key = $1 AND attempts = $2::bigint + 1', [
            key,
            attempts,
          ]);
        }),
      ),

    postpone: (item, retryAt) =>
      putDown(item, () =>
        db.query('UPDATE outbox SET due_at = $3, lease_until = NULL WHERE key = $1 AND attempts = $2::bigint + 1', [
          item.key,
          item.attempts,
          retryAt,
        ]),
      ),

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
