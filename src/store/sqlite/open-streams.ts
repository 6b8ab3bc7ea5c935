import type { Database } from 'better-sqlite3';
import { conversationId } from '../../domain/ids.ts';
import type { OpenStreams } from '../../ports/open-streams.ts';
import { storableKey } from '../storable-key.ts';
import type { Conversations } from './conversations.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface OpenStreamsParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly conversations: Conversations;
  readonly now: () => number;
}

export function makeOpenStreams({ db, read, queue, conversations, now }: OpenStreamsParts): OpenStreams {
  const upsert = db.prepare<[string, number, string, number]>(`
    INSERT INTO open_streams (key, conversation, body, opened_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET conversation = excluded.conversation, body = excluded.body`);
  const replace = db.prepare<[string, string, string]>('UPDATE open_streams SET body = ? WHERE key = ? AND body = ?');
  const remove = db.prepare<[string]>('DELETE FROM open_streams WHERE key = ?');
  const all = db.prepare<[], { key: string; conversation: string; body: string }>(`
    SELECT s.key, c.id AS conversation, s.body FROM open_streams s JOIN conversations c ON c.key = s.conversation
    ORDER BY s.opened_at, s.rowid`);

  return {
    remember: ({ key, conversation, body }) =>
      queue.write('durable', () => {
        upsert.run(storableKey(key), conversations.findOrCreate(conversation).key, body, now());
      }),
    exchange: (before, after) =>
      queue.write('durable', () => replace.run(after.body, before.key, before.body).changes === 1),
    // Ending a stream twice is harmless, so forgetting need not outlive a power cut.
    forget: (key) =>
      queue.write('relaxed', () => {
        remove.run(key);
      }),
    list: () => read(() => all.all().map((row) => ({ ...row, conversation: conversationId(row.conversation) }))),
  };
}
