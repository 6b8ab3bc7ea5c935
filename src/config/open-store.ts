import { mkdirSync } from 'node:fs';
import { ed25519Signer } from '../platform/ed25519.ts';
import type { Keyring } from '../platform/keyring.ts';
import { systemClock } from '../platform/system.ts';
import type { Logger } from '../ports/logger.ts';
import type { Store } from '../ports/store.ts';
import { makeCheckpointFile } from '../store/audit/checkpoint-file.ts';
import { checkpointedStore } from '../store/audit/checkpointed-store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { ConfigProblem } from './problem.ts';

const OWNER_ONLY = 0o700;

export interface StorePlace {
  /** Made when it is not there; holds the SQLite database and, unless told otherwise, the checkpoints. */
  readonly dataDir: string;
  readonly sqlitePath: string;
  readonly checkpointsPath: string;
  /** Where PostgreSQL is; without it the data is in SQLite. */
  readonly databaseUrl: string | undefined;
}

export interface ConfiguredStore {
  readonly store: Store;
  /** No other process can work on it: what a dead one left behind is known to be left behind. */
  readonly soleProcess: boolean;
}

/**
 * Opens the database this installation uses, with checkpoints of its log. Each process writes a checkpoint file of its
 * own: in several processes on PostgreSQL, each needs a data folder of its own.
 */
export async function openConfiguredStore(
  place: StorePlace,
  keyring: Keyring,
  logger: Logger,
): Promise<ConfiguredStore> {
  mkdirSync(place.dataDir, { recursive: true, mode: OWNER_ONLY });
  const { databaseUrl } = place;
  const database =
    databaseUrl === undefined ? await openSqlite(place, logger) : await openPostgres(databaseUrl, logger);
  const parts = {
    chain: database.chain,
    signer: ed25519Signer(keyring),
    now: systemClock.now,
    flush: () => database.check(),
  };
  try {
    const checkpoint = await makeCheckpointFile(place.checkpointsPath, parts);
    return { store: checkpointedStore(database, checkpoint, { logger }), soleProcess: databaseUrl === undefined };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const openSqlite = ({ sqlitePath }: StorePlace, logger: Logger): Promise<Store> =>
  openSqliteStore({ path: sqlitePath, now: systemClock.now, logger });

/** The driver is loaded only where it is used. */
async function openPostgres(url: string, logger: Logger): Promise<Store> {
  assertDatabaseUrl(url);
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  return await openPostgresStore({ url, logger });
}

/** Throws a `ConfigProblem` that does not repeat the address: it holds a password. */
export function assertDatabaseUrl(url: string): void {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new ConfigProblem('DATABASE_URL is not an address like postgresql://user:password@host/database');
  }
}
