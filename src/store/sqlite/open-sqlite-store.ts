import Database, { type Database as Connection } from 'better-sqlite3';
import { type Logger, silent } from '../../ports/logger.ts';
import type { Store } from '../../ports/store.ts';
import { makeWakes } from '../wakes.ts';
import { backUp } from './backup.ts';
import { makeBlobs } from './blobs.ts';
import { makeChainSource } from './chain-source.ts';
import { assertConfigured, assertSound, configure, WAL_LIMIT_BYTES } from './connection.ts';
import { makeConversationIndex } from './conversation-index.ts';
import { makeConversations } from './conversations.ts';
import { type DatabaseFile, fileBytes, noFile, secureFile, wasLeftOpen } from './database-file.ts';
import { makeEventLog } from './event-log.ts';
import { freeLeases } from './free-leases.ts';
import { makeInbox } from './inbox.ts';
import { makeIndexWriter } from './index-writer.ts';
import { makeInstallations } from './installations.ts';
import { migrate } from './migrate.ts';
import { makeOpenStreams } from './open-streams.ts';
import { makeOutbox, makeOutboxWriter } from './outbox.ts';
import { makePreferences } from './preferences.ts';
import { lockProcess, noLock, type ProcessLock } from './process-lock.ts';
import { makeRead } from './reads.ts';
import { makeRebuildIndex } from './rebuild-index.ts';
import { makeRetention } from './retention.ts';
import { asStoreError } from './sqlite-errors.ts';
import { makeWorkQueue } from './work-queue.ts';
import { makeWriteQueue } from './write-queue.ts';

export interface SqliteStoreOptions {
  /** A file, or `:memory:` for a database that ends with the store. */
  readonly path: string;
  readonly now: () => number;
  readonly logger?: Logger;
}

export interface SqliteStore extends Store {
  /** Copies the database to a new file while it goes on working. */
  backUp(destination: string): Promise<void>;
}

/** A file up to this size is checked at every start (a tenth of a second); a larger one only when it was left open. */
const ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024;

/**
 * Opens the database as its one process. Rejects with a `StoreError`: `store-locked` within a second when another
 * process has it, `store-corrupt`, `store-unsuitable` or `store-newer-schema` when it must not be worked on.
 */
export async function openSqliteStore({ path, now, logger = silent }: SqliteStoreOptions): Promise<SqliteStore> {
  try {
    if (path === ':memory:') return makeStore(prepare(new Database(path), now), noFile, { now, logger, lock: noLock });
    const lock = lockProcess(path);
    try {
      const suspicious = wasLeftOpen(path) || fileBytes(path) <= ALWAYS_CHECKED_BYTES;
      const file = secureFile(path);
      return makeStore(prepare(new Database(path), now, suspicious), file, { now, logger, lock });
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw asStoreError(error);
  }
}

function prepare(db: Connection, now: () => number, suspicious = false): Connection {
  try {
    configure(db);
    if (suspicious) assertSound(db);
    migrate(db, now);
    freeLeases(db, now());
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

interface Surroundings {
  readonly now: () => number;
  readonly logger: Logger;
  readonly lock: ProcessLock;
}

function makeStore(db: Connection, file: DatabaseFile, { now, logger, lock }: Surroundings): SqliteStore {
  const read = makeRead(db);
  const wakes = makeWakes(logger);
  const queue = makeWriteQueue(db, file);
  const conversations = makeConversations(db);
  const indexWriter = makeIndexWriter(db);
  const outboxWriter = makeOutboxWriter(db, conversations);
  const rebuild = makeRebuildIndex(db, indexWriter);
  const probe = db.prepare<[number]>('UPDATE probe SET written_at = ?');

  return {
    log: makeEventLog({ db, read, queue, conversations, index: indexWriter, outbox: outboxWriter, wakes, now }),
    work: makeWorkQueue({ db, read, queue, conversations, wakes, now }),
    inbox: makeInbox({ db, read, queue, now }),
    outbox: makeOutbox({ db, read, queue, writer: outboxWriter, now }),
    index: makeConversationIndex(db, read, now),
    openStreams: makeOpenStreams({ db, read, queue, conversations, now }),
    blobs: makeBlobs({ db, read, queue, conversations }),
    installations: makeInstallations({ db, read, queue, now }),
    preferences: makePreferences({ db, read, queue }),
    chain: makeChainSource(db, read),
    retention: makeRetention({ db, read, queue, conversations, now }),
    rebuildIndex: () => queue.write('durable', rebuild),
    async check() {
      await queue.write('durable', () => probe.run(now()));
      assertConfigured(db);
      const walBytes = file.walBytes();
      if (walBytes > WAL_LIMIT_BYTES) logger.warn({ walBytes }, 'the write-ahead log cannot be cut back');
    },
    backUp: (destination) => backUp(db, destination),
    async close() {
      if (!db.open) return;
      queue.close();
      db.close();
      lock.release();
    },
  };
}
