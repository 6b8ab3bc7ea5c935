import type { Inbox, InboxItem } from '../../ports/inbox.ts';
import { KEY_MEMORY_MS, PURGE_AT_ONCE, PURGE_EVERY } from '../key-memory.ts';
import { storableKey } from '../storable-key.ts';
import type { PostgresDatabase } from './database.ts';

/** How long a process may be silent about a delivery it stored; handling takes milliseconds. */
const HOLD_MS = 5_000;

/**
 * What nobody holds any more is taken up, what this process still waits to handle is held on to. Should two handle the
 * same after all, the second changes nothing: deliveries are handled by append-once commands.
 */
const PENDING = `
  WITH held AS (
    UPDATE inbox SET owner = $2, held_until = now_ms() + $3 WHERE position IN (
      SELECT position FROM inbox
      WHERE done_at IS NULL AND coalesce(retry_at, 0) <= (SELECT now_ms())
        AND held_until <= (SELECT now_ms()) + CASE WHEN owner = $2 THEN $3 / 2 ELSE 0 END
      ORDER BY position LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING position)
  SELECT key, kind, body, received_at AS "receivedAt", attempts FROM inbox
  WHERE done_at IS NULL AND coalesce(retry_at, 0) <= (SELECT now_ms())
    AND (owner = $2 OR position IN (SELECT position FROM held))
  ORDER BY position LIMIT $1`;

/** `owner` tells this process from the others. */
export function makeInbox(db: PostgresDatabase, owner: string): Inbox {
  let finished = 0;

  const purge = () =>
    db.query(
      `DELETE FROM inbox WHERE position IN (
         SELECT position FROM inbox WHERE done_at < now_ms() - $1::bigint ORDER BY done_at LIMIT $2)`,
      [KEY_MEMORY_MS, PURGE_AT_ONCE],
    );

  return {
    async store({ key, kind, body, receivedAt }) {
      const rows = await db.query(
        `INSERT INTO inbox (key, kind, body, received_at, owner, held_until)
         VALUES ($1, $2, $3, $4, $5, now_ms() + $6) ON CONFLICT (key) DO NOTHING RETURNING position`,
        [storableKey(key), kind, body, receivedAt, owner, HOLD_MS],
      );
      return rows.length === 1 ? 'stored' : 'duplicate';
    },

    pending: (limit) => db.query<InboxItem>(PENDING, [limit, owner, HOLD_MS]),

    async done(key) {
      // The key stays so that a late second delivery is known; what people wrote does not.
      await db.query(`UPDATE inbox SET done_at = now_ms(), body = '' WHERE key = $1 AND done_at IS NULL`, [key]);
      finished += 1;
      if (finished % PURGE_EVERY === 0) await purge();
    },

    async postpone(key, retryAt) {
      // The next attempt is anybody's: what this process cannot do, one of newer code perhaps can.
      await db.query(
        `UPDATE inbox SET attempts = attempts + 1, retry_at = $2, owner = NULL, held_until = 0
         WHERE key = $1 AND done_at IS NULL`,
        [key, retryAt],
      );
    },
  };
}
