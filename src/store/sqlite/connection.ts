import type { Database } from 'better-sqlite3';
import { StoreError } from '../../ports/store.ts';

/** Before 3.51.3 a bug in WAL reset could corrupt a database. */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** A wait for a lock blocks the event loop; nobody else should hold one for longer. */
const BUSY_TIMEOUT_MS = 250;
/** The WAL is cut back to this after a checkpoint. */
export const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

const settings: readonly (readonly [pragma: string, value: string | number, readsBack: unknown])[] = [
  ['busy_timeout', BUSY_TIMEOUT_MS, BUSY_TIMEOUT_MS],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  // Without it REPLACE removes rows past the triggers that protect the log.
  ['recursive_triggers', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['journal_size_limit', WAL_LIMIT_BYTES, WAL_LIMIT_BYTES],
  ['mmap_size', 0, 0],
];

/** Puts every setting we rely on in force and reads it back; throws `store-unsuitable` when one is not. */
export function configure(db: Database): void {
  assertVersion(db);
  const journal = db.memory ? 'memory' : 'wal';
  assertSetting('journal_mode', db.pragma(`journal_mode = ${journal}`, { simple: true }), journal);
  for (const [pragma, value] of settings) db.pragma(`${pragma} = ${value}`);
  assertConfigured(db);
}

/** Throws `store-unsuitable` when a setting is not, or no longer, in force. */
export function assertConfigured(db: Database): void {
  for (const [pragma, , expected] of settings) {
    // An in-memory database has no file to map; SQLite then answers with nothing at all.
    if (db.memory && pragma === 'mmap_size') continue;
    assertSetting(pragma, db.pragma(pragma, { simple: true }), expected);
  }
}

/** Throws `store-corrupt` when a page or index contradicts another. About a second per gigabyte. */
export function assertSound(db: Database): void {
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') {
    throw new StoreError('store-corrupt', 'the database contradicts itself; restore it from a backup', {
      cause: new Error(String(verdict)),
    });
  }
}

export function assertVersion(db: Database): void {
  const version = db.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()?.version ?? '';
  if (isOlder(version.split('.').map(Number), OLDEST_SQLITE)) {
    throw new StoreError('store-unsuitable', `SQLite ${version} is older than ${OLDEST_SQLITE.join('.')}`);
  }
}

/** Compares versions part by part; a part that is missing or not a number counts as older. */
export function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [i, wanted] of than.entries()) {
    const part = version[i] ?? -1;
    if (Number.isNaN(part) || part < wanted) return true;
    if (part > wanted) return false;
  }
  return false;
}

function assertSetting(pragma: string, found: unknown, expected: unknown): void {
  if (found !== expected) {
    throw new StoreError('store-unsuitable', `${pragma} is ${String(found)}, not ${String(expected)}`);
  }
}
