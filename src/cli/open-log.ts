import { databasePath } from '../config/data-files.ts';
import type { Environment } from '../config/environment.ts';
import type { ChainSource } from '../ports/chain-source.ts';
import { openSqliteReader } from '../store/sqlite/open-sqlite-reader.ts';

/** The log of this installation, for reading, beside whatever works on it. */
export interface OpenLog {
  readonly chain: ChainSource;
  close(): Promise<void>;
}

export async function openLog(environment: Environment): Promise<OpenLog> {
  const { DATABASE_URL: url } = environment;
  if (url !== undefined) {
    // Only who keeps the log in PostgreSQL has its driver.
    const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
    return await openPostgresStore({ url });
  }
  const reader = openSqliteReader(databasePath(environment));
  return { chain: reader.chain, close: async () => reader.close() };
}
