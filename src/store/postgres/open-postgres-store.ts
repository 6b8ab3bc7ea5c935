import { type Logger, silent } from '../../ports/logger.ts';
import type { Store } from '../../ports/store.ts';
import { makeWakes } from '../wakes.ts';
import { makeBlobs } from './blobs.ts';
import { makeChainSource } from './chain-source.ts';
import { makeConversationIndex } from './conversation-index.ts';
import { openPool, type PostgresConnection } from './database.ts';
import { makeEventLog } from './event-log.ts';
import { makeInbox } from './inbox.ts';
import { makeInstallations } from './installations.ts';
import { assertSchemaKnown, migrate } from './migrate.ts';
import { makeOpenStreams } from './open-streams.ts';
import { makeOutbox } from './outbox.ts';
import { makePreferences } from './preferences.ts';
import { bePresent } from './presence.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { makeRetention } from './retention.ts';
import { assertSchemaName, assertServer } from './start-up.ts';
import { listenForWakes } from './wake-listener.ts';
import { makeWorkQueue } from './work-queue.ts';

export interface PostgresStoreOptions extends PostgresConnection {
  readonly logger?: Logger;
}

/**
 * Opens the database that several processes share; every time in it is the server's. Rejects with a `StoreError`:
 * `store-unavailable` when the server cannot be reached, `store-unsuitable` or `store-newer-schema` when it must not be
 * worked on.
 */
export async function openPostgresStore({ logger = silent, ...connection }: PostgresStoreOptions): Promise<Store> {
  assertSchemaName(connection.schema);
  const db = openPool(connection, logger);
  const wakes = makeWakes(logger);
  try {
    await assertServer(db);
    await migrate(db, connection.schema);
    const listener = await listenForWakes(connection, db, wakes, logger);
    const presence = await bePresent(db, logger);

    return {
      log: makeEventLog(db, wakes),
      work: makeWorkQueue(db, wakes),
      inbox: makeInbox(db, presence.owner),
      outbox: makeOutbox(db, presence.owner),
      index: makeConversationIndex(db),
      openStreams: makeOpenStreams(db),
      blobs: makeBlobs(db),
      installations: makeInstallations(db),
      preferences: makePreferences(db),
      chain: makeChainSource(db),
      retention: makeRetention(db),
      rebuildIndex: () => rebuildIndex(db),
      async check() {
        await db.query('UPDATE probe SET written_at = now_ms()');
        await assertSchemaKnown(db.query);
      },
      async close() {
        await presence.close();
        await db.close();
        await listener.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
