import type { Inbox, InboxItem } from '../../ports/inbox.ts';
import { KEY_MEMORY_MS, PURGE_AT_ONCE, PURGE_EVERY } from '../key-memory.ts';
import { storableKey } from '../storable-key.ts';
import type { PostgresDatabase } from './database.ts';
import { isAbsent } from './presence.ts';

/**
 * Whoever stored a delivery handles it; what is nobody's, or an absent process's, is taken up. Should two handle the same
 * after all, the second changes nothing: deliveries are handled by append-once commands.
 */
const PENDING = `
  WITH taken_up AS (
    UPDATE inbox SET owner = $2 WHERE position IN (
      SELECT position FROM inbox
      WHERE done_at IS NULL AND coalesce(retry_at, 0) <= (SELECT now_ms())
        AND owner IS DISTINCT FROM $2 AND ${isAbsent('owner')}
      ORDER BY position LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING position)
  SELECT key, kind, body, received_at AS "receivedAt", attempts FROM inbox
  WHERE done_at IS NULL AND coalesce(retry_at, 0) <= (SELECT now_ms())
    AND (owner = $2 OR position IN (SELECT position FROM taken_up))
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
        `INSERT INTO inbox (key, kind, body, received_at, owner)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key) DO NOTHING RETURNING position`,
        [storableKey(key), kind, body, receivedAt, owner],
      );
      return rows.length === 1 ? 'stored' : 'duplicate';
    },

    pending: (limit) => db.query<InboxItem>(PENDING, [limit, owner]),

    async done(key) {
      // The key stays so that a late second delivery is known; what people wrote does not.
      await db.query(`UPDATE inbox SET done_at = now_ms(), body = '' WHERE key = $1 AND done_at IS NULL`, [key]);
      finished += 1;
      if (finished % PURGE_EVERY === 0) await purge();
    },

    async postpone(key, retryAt, why) {
      // The next attempt is anybody's: what this process cannot do, one of newer code perhaps can.
      await db.query(
        `UPDATE inbox SET attempts = attempts + $3, retry_at = $2, owner = NULL WHERE key = $1 AND done_at IS NULL`,
        [key, retryAt, why === 'failed' ? 1 : 0],
      );
    },
  };
}
