import type { Database } from 'better-sqlite3';
import type { Inbox, InboxItem } from '../../ports/inbox.ts';
import { KEY_MEMORY_MS, PURGE_AT_ONCE, PURGE_EVERY } from '../key-memory.ts';
import { storableKey } from '../storable-key.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface InboxParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly now: () => number;
}

export function makeInbox({ db, read, queue, now }: InboxParts): Inbox {
  const insert = db.prepare<[string, string, string, number]>(
    'INSERT INTO inbox (key, kind, body, received_at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING',
  );
  const due = db.prepare<[number, number], InboxItem>(`
    SELECT key, kind, body, received_at AS receivedAt, attempts FROM inbox
    WHERE done_at IS NULL AND coalesce(retry_at, 0) <= ? ORDER BY position LIMIT ?`);
  // The key stays so that a late second delivery is known; what people wrote does not.
  const finish = db.prepare<[number, string]>(
    "UPDATE inbox SET done_at = ?, body = '' WHERE key = ? AND done_at IS NULL",
  );
  const putOff = db.prepare<[number, number, string]>(
    'UPDATE inbox SET attempts = attempts + ?, retry_at = ? WHERE key = ? AND done_at IS NULL',
  );
  const purge = db.prepare<[number, number]>(
    'DELETE FROM inbox WHERE position IN (SELECT position FROM inbox WHERE done_at < ? ORDER BY done_at LIMIT ?)',
  );
  let finished = 0;

  return {
    store: ({ key, kind, body, receivedAt }) =>
      queue.write('durable', () =>
        insert.run(storableKey(key), kind, body, receivedAt).changes === 1 ? 'stored' : 'duplicate',
      ),

    pending: (limit) => read(() => due.all(now(), limit)),

    done: (key) =>
      queue.write('relaxed', () => {
        const at = now();
        finish.run(at, key);
        finished += 1;
        if (finished % PURGE_EVERY === 0) purge.run(at - KEY_MEMORY_MS, PURGE_AT_ONCE);
      }),

    postpone: (key, retryAt, why) =>
      queue.write('relaxed', () => {
        putOff.run(why === 'failed' ? 1 : 0, retryAt, key);
      }),
  };
}
