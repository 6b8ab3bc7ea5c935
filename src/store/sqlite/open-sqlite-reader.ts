import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ChainSource } from '../../ports/chain-source.ts';
import { StoreError } from '../../ports/store.ts';
import { backUp } from './backup.ts';
import { makeChainSource } from './chain-source.ts';
import { assertVersion } from './connection.ts';
import { assertOurs, assertSchemaKnown } from './migrate.ts';
import { makeRead } from './reads.ts';
import { asStoreError } from './sqlite-errors.ts';

/** A database as auditors and backups see it. */
export interface SqliteReader {
  readonly chain: ChainSource;
  /** Copies the database, consistent as of one moment, to a new file. */
  backUp(destination: string): Promise<void>;
  close(): void;
}

/** Pages of the whole copy at once: a copy in pieces starts over whenever the other process writes in between. */
const EVERY_PAGE = 0x7fff_ffff;

/**
 * Opens a database beside the process that works on it, if any, and changes nothing in it. Throws `store-unsuitable`
 * for a file that is missing or not ours, `store-newer-schema` for one of newer code.
 */
export function openSqliteReader(path: string): SqliteReader {
  if (!existsSync(path)) throw new StoreError('store-unsuitable', `there is no database at ${path}`);
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      assertVersion(db);
      assertOurs(db);
      assertSchemaKnown(db);
    } catch (error) {
      db.close();
      throw error;
    }
    return {
      chain: makeChainSource(db, makeRead(db)),
      backUp: (destination) => backUp(db, destination, EVERY_PAGE),
      close: () => void db.close(),
    };
  } catch (error) {
    throw asStoreError(error);
  }
}
