import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database, { type Database as Connection } from 'better-sqlite3';
import { StoreError } from '../../ports/store.ts';
import { assertSound } from './connection.ts';
import { assertOurs } from './migrate.ts';
import { asStoreError } from './sqlite-errors.ts';

/** Pages copied before writers get a turn. */
const PAGES_AT_ONCE = 500;

/**
 * Copies a live database, consistent as of one moment. The copy appears under its name only once it is complete, checked
 * and on the disk; an existing file is never overwritten.
 */
export async function backUp(db: Connection, destination: string, pagesAtOnce = PAGES_AT_ONCE): Promise<void> {
  if (existsSync(destination)) throw new StoreError('store-unsuitable', 'there is a file at the backup destination');
  const partial = `${destination}.partial`;
  rmSync(partial, { force: true });
  try {
    closeSync(openSync(partial, 'wx', 0o600));
    await db.backup(partial, { progress: () => pagesAtOnce });
    finishCopy(partial);
    renameSync(partial, destination);
    syncPath(dirname(destination));
  } catch (error) {
    rmSync(partial, { force: true });
    throw asStoreError(error);
  }
}

/** Makes the copy one file without a write-ahead log, checks it and flushes it. */
function finishCopy(path: string): void {
  chmodSync(path, 0o600);
  const copy = new Database(path);
  try {
    copy.pragma('journal_mode = DELETE');
    assertOurs(copy);
    assertSound(copy);
  } finally {
    copy.close();
  }
  syncPath(path);
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
