import Database from 'better-sqlite3';
import { StoreError, type StoreErrorCode } from '../../ports/store.ts';

/** Primary result codes and what they mean to us; extended codes (`SQLITE_IOERR_FSYNC`) start with their primary one. */
const meanings: readonly (readonly [prefix: string, code: StoreErrorCode, message: string])[] = [
  ['SQLITE_FULL', 'store-full', 'there is no space left for the database'],
  ['SQLITE_READONLY', 'store-read-only', 'the database cannot be written to'],
  ['SQLITE_CORRUPT', 'store-corrupt', 'the database contradicts itself'],
  ['SQLITE_NOTADB', 'store-corrupt', 'the file is not a database, or its first page is damaged'],
  ['SQLITE_BUSY', 'store-unavailable', 'the database is busy'],
  ['SQLITE_LOCKED', 'store-unavailable', 'the database is busy'],
  ['SQLITE_IOERR', 'store-unavailable', 'reading or writing the database failed'],
  ['SQLITE_CANTOPEN', 'store-unavailable', 'the database cannot be opened'],
  ['SQLITE_NOMEM', 'store-unavailable', 'there is no memory left for the database'],
  ['SQLITE_PERM', 'store-read-only', 'the database may not be opened'],
];

export const isSqliteError = (error: unknown): error is InstanceType<typeof Database.SqliteError> =>
  error instanceof Database.SqliteError;

/** SQLite's own words go into `cause`; what it did not say, such as our own bugs, passes as it is. */
export function asStoreError(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const meaning = meanings.find(([prefix]) => error.code.startsWith(prefix));
  if (meaning === undefined) return error;
  const [, code, message] = meaning;
  return new StoreError(code, `${message} (${error.code})`, { cause: error });
}
