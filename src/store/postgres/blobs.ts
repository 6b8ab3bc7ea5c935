import { BLOBS_PER_CONVERSATION, type Blobs } from '../../ports/blobs.ts';
import { blobHash, readingOf } from '../blob-hash.ts';
import { keyOf } from './conversations.ts';
import type { PostgresDatabase, Sql } from './database.ts';

export function makeBlobs(db: PostgresDatabase): Blobs {
  return {
    keep: (conversation, bytes) =>
      db.transact(async (sql) => {
        const key = await keyOf(sql, conversation);
        const sha256 = blobHash(bytes);
        // Locks the row even where nothing changes, so that nobody removes it as unused before this is committed. What
        // somebody changed is put right.
        await sql(
          `INSERT INTO blobs (sha256, bytes) VALUES ($1, $2)
           ON CONFLICT (sha256) DO UPDATE SET bytes = excluded.bytes WHERE blobs.bytes <> excluded.bytes`,
          [sha256, bytes],
        );
        await sql(
          `INSERT INTO blob_uses (conversation, sha256, seq)
           SELECT key, $2, seq FROM conversations WHERE key = $1
           ON CONFLICT (conversation, sha256) DO UPDATE SET seq = excluded.seq, number = DEFAULT`,
          [key, sha256],
        );
        await removeUnused(sql, await forgetOldest(sql, key));
        return sha256;
      }),
    async read(sha256) {
      const [row] = await db.query<{ bytes: Uint8Array }>('SELECT bytes FROM blobs WHERE sha256 = $1', [sha256]);
      return readingOf(row, sha256);
    },
  };
}

type Forgotten = readonly { readonly sha256: string }[];

const forgetOldest = (sql: Sql, conversation: number): Promise<Forgotten> =>
  sql(
    `DELETE FROM blob_uses WHERE conversation = $1 AND sha256 NOT IN (
       SELECT sha256 FROM blob_uses WHERE conversation = $1 ORDER BY seq DESC, number DESC LIMIT $2)
     RETURNING sha256`,
    [conversation, BLOBS_PER_CONVERSATION],
  );

/** Forgets what a conversation kept before a position, and the bytes that nobody keeps then. */
export const forgetBlobs = async (sql: Sql, conversation: number, before: number): Promise<void> =>
  await removeUnused(
    sql,
    await sql('DELETE FROM blob_uses WHERE conversation = $1 AND seq < $2 RETURNING sha256', [conversation, before]),
  );

async function removeUnused(sql: Sql, forgotten: Forgotten): Promise<void> {
  if (forgotten.length === 0) return;
  const hashes = [forgotten.map(({ sha256 }) => sha256)];
  // Whoever keeps one of them meanwhile has it locked; what holds after that wait is read by the next statement.
  await sql('SELECT 1 FROM blobs WHERE sha256 = ANY ($1) ORDER BY sha256 FOR UPDATE', hashes);
  await sql(
    `DELETE FROM blobs b WHERE sha256 = ANY ($1)
       AND NOT EXISTS (SELECT 1 FROM blob_uses u WHERE u.sha256 = b.sha256)`,
    hashes,
  );
}
