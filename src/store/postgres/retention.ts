import { conversationId } from '../../domain/ids.ts';
import type { RestingConversation, Retention } from '../../ports/retention.ts';
import { forgetBlobs } from './blobs.ts';
import { lockConversation } from './conversations.ts';
import type { PostgresDatabase } from './database.ts';

/** Rows of a removed conversation stay in the files of the server until it vacuums them. */
export function makeRetention(db: PostgresDatabase): Retention {
  return {
    async resting(writtenBefore, limit, after) {
      const rows = await db.query<Omit<RestingConversation, 'conversation'> & { readonly conversation: string }>(
        `SELECT c.id AS conversation, c.seq, c.hash, c.written_at AS "writtenAt" FROM conversations c
         WHERE c.id > $1 AND c.written_at < $2 AND c.ready_at IS NULL
           AND c.key NOT IN (SELECT conversation FROM outbox)
           AND c.key NOT IN (SELECT conversation FROM open_streams)
           AND c.key NOT IN (SELECT conversation FROM questions WHERE settled_at IS NULL)
           AND c.key NOT IN (SELECT conversation FROM grants WHERE expires_at > now_ms())
           AND EXISTS (SELECT 1 FROM events e
                       WHERE e.conversation = c.key AND (e.seq < c.seq OR e.type <> 'conversation.pruned'))
         ORDER BY c.id LIMIT $3`,
        [after ?? '', writtenBefore, limit],
      );
      return rows.map((row) => ({ ...row, conversation: conversationId(row.conversation) }));
    },

    removePruned: (conversation) =>
      db.transact(async (sql) => {
        const row = await lockConversation(sql, conversation);
        if (row === undefined) return 0;
        const [tombstone] = await sql<{ seq: number | null }>(
          `SELECT max(seq) AS seq FROM events WHERE conversation = $1 AND type = 'conversation.pruned'`,
          [row.key],
        );
        const seq = tombstone?.seq ?? null;
        if (seq === null) return 0;
        const removed = await sql('DELETE FROM events WHERE conversation = $1 AND seq < $2 RETURNING seq', [
          row.key,
          seq,
        ]);
        await sql('DELETE FROM questions WHERE conversation = $1 AND settled_at IS NOT NULL', [row.key]);
        await sql('DELETE FROM grants WHERE conversation = $1 AND expires_at <= $2', [row.key, row.now]);
        await forgetBlobs(sql, row.key, seq);
        return removed.length;
      }),
  };
}
