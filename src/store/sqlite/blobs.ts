import type { Database } from 'better-sqlite3';
import type { Blobs } from '../../ports/blobs.ts';
import { blobHash, readingOf } from '../blob-hash.ts';
import type { Conversations } from './conversations.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface BlobsParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly conversations: Conversations;
}

export function makeBlobs({ db, read, queue, conversations }: BlobsParts): Blobs {
  // What somebody changed is put right by whoever keeps the same bytes again.
  const insert = db.prepare<[string, Uint8Array]>(`
    INSERT INTO blobs (sha256, bytes) VALUES (?, ?)
    ON CONFLICT (sha256) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes`);
  const use = db.prepare<[number, string, number]>(`
    INSERT INTO blob_uses (conversation, sha256, seq) VALUES (?, ?, ?)
    ON CONFLICT (conversation, sha256) DO UPDATE SET seq = excluded.seq`);
  const one = db.prepare<[string], { bytes: Uint8Array }>('SELECT bytes FROM blobs WHERE sha256 = ?');

  return {
    keep: (conversation, bytes) =>
      queue.write('durable', () => {
        const { key, seq } = conversations.findOrCreate(conversation);
        const sha256 = blobHash(bytes);
        insert.run(sha256, bytes);
        use.run(key, sha256, seq);
        return sha256;
      }),
    read: (sha256) => read(() => readingOf(one.get(sha256), sha256)),
  };
}

/** Forgets what a conversation kept before a position, and the bytes that nobody keeps then. Inside a write only. */
export function makeForgetBlobs(db: Database): (conversation: number, before: number) => void {
  const uses = db.prepare<[number, number]>('DELETE FROM blob_uses WHERE conversation = ? AND seq < ?');
  const unused = db.prepare<[]>('DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM blob_uses)');
  return (conversation, before) => {
    if (uses.run(conversation, before).changes > 0) unused.run();
  };
}
