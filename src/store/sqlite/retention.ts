import type { Database } from 'better-sqlite3';
import { conversationId } from '../../domain/ids.ts';
import type { RestingConversation, Retention } from '../../ports/retention.ts';
import { makeForgetBlobs } from './blobs.ts';
import type { Conversations } from './conversations.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface RetentionParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly conversations: Conversations;
  readonly now: () => number;
}

type RestingRow = Omit<RestingConversation, 'conversation'> & { readonly conversation: string };

export function makeRetention({ db, read, queue, conversations, now }: RetentionParts): Retention {
  const resting = db.prepare<{ before: number; after: string; now: number; limit: number }, RestingRow>(`
    SELECT c.id AS conversation, c.seq, c.hash, c.written_at AS writtenAt FROM conversations c
    WHERE c.id > :after AND c.written_at < :before AND c.ready_at IS NULL
      AND c.key NOT IN (SELECT conversation FROM outbox)
      AND c.key NOT IN (SELECT conversation FROM open_streams)
      AND c.key NOT IN (SELECT conversation FROM questions WHERE settled_at IS NULL)
      AND c.key NOT IN (SELECT conversation FROM grants WHERE expires_at > :now)
      AND EXISTS (SELECT 1 FROM events e
                  WHERE e.conversation = c.key AND (e.seq < c.seq OR e.type <> 'conversation.pruned'))
    ORDER BY c.id LIMIT :limit`);
  const tombstone = db.prepare<[number], { seq: number }>(
    `SELECT seq FROM events WHERE conversation = ? AND type = 'conversation.pruned' ORDER BY seq DESC LIMIT 1`,
  );
  const remove = db.prepare<[number, number]>('DELETE FROM events WHERE conversation = ? AND seq < ?');
  const forgetQuestions = db.prepare<[number]>(
    'DELETE FROM questions WHERE conversation = ? AND settled_at IS NOT NULL',
  );
  const forgetGrants = db.prepare<[number, number]>('DELETE FROM grants WHERE conversation = ? AND expires_at <= ?');
  const forgetBlobs = makeForgetBlobs(db);

  const removeNow = (key: number): number => {
    const last = tombstone.get(key);
    if (last === undefined) return 0;
    const { changes } = remove.run(key, last.seq);
    forgetQuestions.run(key);
    forgetGrants.run(key, now());
    forgetBlobs(key, last.seq);
    return changes;
  };

  return {
    resting: (writtenBefore, limit, after) =>
      read(() =>
        resting
          .all({ before: writtenBefore, after: after ?? '', now: now(), limit })
          .map((row) => ({ ...row, conversation: conversationId(row.conversation) })),
      ),

    removePruned: (conversation) =>
      queue.write('durable', () => {
        const row = conversations.find(conversation);
        if (row === undefined) return 0;
        // Removed words are not to stand in free pages until those are used again.
        db.pragma('secure_delete = ON');
        try {
          return removeNow(row.key);
        } finally {
          db.pragma('secure_delete = OFF');
        }
      }),
  };
}
