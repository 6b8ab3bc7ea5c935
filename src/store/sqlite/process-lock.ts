import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreError } from '../../ports/store.ts';
import { isSqliteError } from './sqlite-errors.ts';

export interface ProcessLock {
  /** Releasing twice is releasing once. */
  release(): void;
}

/** For a database that no other process can reach. */
export const noLock: ProcessLock = { release() {} };

/** Only long enough for a process that is just going away; the second process must be refused within a second. */
const WAIT_MS = 200;

/**
 * One process per database file. The lock is a database of its own beside it, held in an exclusive transaction: that is a
 * lock of the operating system, so it ends with the process however that dies, and no stale lock can be left behind.
 */
export function lockProcess(path: string): ProcessLock {
  const lock = new Database(`${path}.lock`, { timeout: WAIT_MS });
  try {
    chmodSync(`${path}.lock`, 0o600);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (isSqliteError(cause) && cause.code.startsWith('SQLITE_BUSY')) {
      throw new StoreError('store-locked', 'another process works on this database', { cause });
    }
    throw cause;
  }
  return {
    release() {
      if (lock.open) lock.close();
    },
  };
}
