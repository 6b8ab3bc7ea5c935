import type { Database } from 'better-sqlite3';
import { BLOBS_PER_CONVERSATION, type Blobs } from '../../ports/blobs.ts';
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
  // A new row each time: of those kept at the same place in the log the newest row was kept last.
  const use = db.prepare<[number, string, number]>(`
    REPLACE INTO blob_uses (conversation, sha256, seq) VALUES (?, ?, ?)`);
  const forgetOldest = db.prepare<[number, number, number], { sha256: string }>(`
    DELETE FROM blob_uses WHERE conversation = ? AND rowid NOT IN (
      SELECT rowid FROM blob_uses WHERE conversation = ? ORDER BY seq DESC, rowid DESC LIMIT ?)
    RETURNING sha256`);
  const removeUnused = makeRemoveUnused(db);
  const one = db.prepare<[string], { bytes: Uint8Array }>('SELECT bytes FROM blobs WHERE sha256 = ?');

  return {
    keep: (conversation, bytes) =>
      queue.write('durable', () => {
        const { key, seq } = conversations.findOrCreate(conversation);
        const sha256 = blobHash(bytes);
        insert.run(sha256, bytes);
        use.run(key, sha256, seq);
        removeUnused(forgetOldest.all(key, key, BLOBS_PER_CONVERSATION));
        return sha256;
      }),
    read: (sha256) => read(() => readingOf(one.get(sha256), sha256)),
  };
}

/** Forgets what a conversation kept before a position, and the bytes that nobody keeps then. Inside a write only. */
export function makeForgetBlobs(db: Database): (conversation: number, before: number) => void {
  const uses = db.prepare<[number, number], { sha256: string }>(
    'DELETE FROM blob_uses WHERE conversation = ? AND seq < ? RETURNING sha256',
  );
  const removeUnused = makeRemoveUnused(db);
  return (conversation, before) => removeUnused(uses.all(conversation, before));
}

function makeRemoveUnused(db: Database): (forgotten: readonly { readonly sha256: string }[]) => void {
  const remove = db.prepare<{ sha256: string }>(`
    DELETE FROM blobs WHERE sha256 = :sha256 AND NOT EXISTS (SELECT 1 FROM blob_uses WHERE sha256 = :sha256)`);
  return (forgotten) => {
    for (const { sha256 } of forgotten) remove.run({ sha256 });
  };
}
