import { join } from 'node:path';
import { systemClock } from '../../../src/platform/system.ts';
import type { Logger } from '../../../src/ports/logger.ts';
import type { Store } from '../../../src/ports/store.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { type Places, tablesOf } from '../canaries.ts';
import { makeOwnDatabase } from '../scale/own-database.ts';

/** The stores of a scenario's bots: one for each. */
export interface ScenarioStores {
  readonly stores: readonly [Store, ...Store[]];
  /** What is kept beside the files of the data folder. */
  tables(): Promise<Places>;
  /** After the stores were closed. */
  drop(): Promise<void>;
}

/**
 * One bot on SQLite; or, where `SCENARIO_DATABASE_URL` names a PostgreSQL server, three bots on a database of their own
 * there, so that every scenario can be played by several.
 */
export async function openScenarioStores(
  dataDir: string,
  logger: Logger,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ScenarioStores> {
  const { SCENARIO_DATABASE_URL: serverUrl } = env;
  if (serverUrl === undefined) {
    const path = join(dataDir, 'countersign.db');
    const store = await openSqliteStore({ path, now: systemClock.now, logger });
    return { stores: [store], tables: async () => new Map(), drop: async () => {} };
  }
  const { url, drop } = await makeOwnDatabase(serverUrl);
  const open = () => openPostgresStore({ url, logger });
  return { stores: [await open(), await open(), await open()], tables: () => tablesOf(url), drop };
}
