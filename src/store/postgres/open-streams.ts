import { conversationId } from '../../domain/ids.ts';
import type { OpenStreams } from '../../ports/open-streams.ts';
import { storableKey } from '../storable-key.ts';
import { keyOf } from './conversations.ts';
import type { PostgresDatabase } from './database.ts';

export function makeOpenStreams(db: PostgresDatabase): OpenStreams {
  return {
    remember: ({ key, conversation, body }) =>
      db.transact(async (sql) => {
        await sql(
          `INSERT INTO open_streams (key, conversation, body) VALUES ($1, $2, $3)
           ON CONFLICT (key) DO UPDATE SET conversation = excluded.conversation, body = excluded.body`,
          [storableKey(key), await keyOf(sql, conversation), body],
        );
      }),
    async exchange(before, after) {
      const rows = await db.query('UPDATE open_streams SET body = $3 WHERE key = $1 AND body = $2 RETURNING key', [
        before.key,
        before.body,
        after.body,
      ]);
      return rows.length === 1;
    },
    async forget(key) {
      await db.query('DELETE FROM open_streams WHERE key = $1', [key]);
    },
    async list() {
      const rows = await db.query<{ key: string; conversation: string; body: string }>(
        `SELECT s.key, c.id AS conversation, s.body FROM open_streams s
         JOIN conversations c ON c.key = s.conversation ORDER BY s.number`,
      );
      return rows.map((row) => ({ ...row, conversation: conversationId(row.conversation) }));
    },
  };
}
