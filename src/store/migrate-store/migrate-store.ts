import Database from 'better-sqlite3';
import { type Logger, silent } from '../../ports/logger.ts';
import { StoreError } from '../../ports/store.ts';
import { openPool, type PostgresConnection } from '../postgres/database.ts';
import { migrate } from '../postgres/migrate.ts';
import { rebuildIndex } from '../postgres/rebuild-index.ts';
import { assertSchemaName, assertServer } from '../postgres/start-up.ts';
import { openSqliteReader } from '../sqlite/open-sqlite-reader.ts';
import { lockProcess } from '../sqlite/process-lock.ts';
import { type Copied, copyTables } from './copy-tables.ts';

/**
 * Copies a SQLite database into an empty PostgreSQL database, as the one process that works on either; the SQLite file
 * stays as it is. The hashes, and with them every signature and checkpoint, are those of before. Rejects with `StoreError`:
 * `store-locked` while a bot has the file, `store-unsuitable` when the database is not empty.
 */
export async function migrateStore(
  sqlitePath: string,
  target: PostgresConnection,
  logger: Logger = silent,
): Promise<Copied> {
  assertSchemaName(target.schema);
  // Says what is wrong with a file that is not ours, or of newer code.
  openSqliteReader(sqlitePath).close();
  const lock = lockProcess(sqlitePath);
  const from = new Database(sqlitePath, { readonly: true, fileMustExist: true });
  const to = openPool(target, logger);
  try {
    await assertServer(to);
    await migrate(to, target.schema);
    await assertNobodyThere(to.query);
    const copied = await copyTables(from, to);
    await rebuildIndex(to);
    return copied;
  } finally {
    await to.close();
    from.close();
    lock.release();
  }
}

/** A bot that has just started on the empty database would not know what comes. */
async function assertNobodyThere(query: ReturnType<typeof openPool>['query']): Promise<void> {
  const [row] = await query<{ present: number }>(
    `SELECT count(*) AS present FROM processes WHERE seen_at > now_ms() - 60000`,
  );
  if (row?.present !== 0)
    throw new StoreError('store-locked', 'a bot works, or did a moment ago, on the PostgreSQL database');
}
