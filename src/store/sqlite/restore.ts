import { existsSync, renameSync } from 'node:fs';
import { StoreError } from '../../ports/store.ts';
import { openSqliteReader } from './open-sqlite-reader.ts';
import { lockProcess } from './process-lock.ts';

/** What belongs to one database: a write-ahead log left beside another file would be taken for that file's own. */
const PARTS = ['', '-wal', '-shm'] as const;

/**
 * Puts a backup in the place of the database at `path`, as the one process that may. What was there is kept beside it
 * under the name that is returned; null when there was nothing. Rejects with `store-locked` while a process works on it.
 */
export async function restore(backup: string, path: string, now: Date): Promise<string | null> {
  const source = openSqliteReader(backup);
  const lock = lockProcess(path);
  try {
    const aside = `${path}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
    if (existsSync(aside)) throw new StoreError('store-unsuitable', `there is a file at ${aside} already`);
    const replaced = existsSync(path);
    for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, aside + part);
    await source.backUp(path);
    return replaced ? aside : null;
  } finally {
    lock.release();
    source.close();
  }
}
