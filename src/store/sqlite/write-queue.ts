import type { Database } from 'better-sqlite3';
import { StoreError } from '../../ports/store.ts';
import type { DatabaseFile } from './database-file.ts';
import { asStoreError } from './sqlite-errors.ts';

/**
 * `durable`: on the disk when the promise resolves. `relaxed`: survives the death of the process at once, a power cut
 * only once any later durable write is through. Relaxed is for what is harmless to repeat: claims and leases (void after
 * a restart), notes that something was handled, and appends that say so of themselves.
 */
export type Durability = 'durable' | 'relaxed';

export interface WriteQueue {
  /** Runs `operation` in a transaction and resolves with its result after the commit; rejects when nothing was kept. */
  write<Result>(durability: Durability, operation: () => Result): Promise<Result>;
  /** Commits what is waiting, then takes nothing more. */
  close(): void;
}

/** So that one transaction does not hold up the event loop: about 5 ms of work. */
const MAX_BATCH = 200;
/** More than this waiting means the disk has stopped answering: refusing is better than running out of memory. */
const MAX_WAITING = 20_000;

interface Waiting {
  readonly durability: Durability;
  /** Does the work inside the transaction; returns what tells the caller once it is committed. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one writer. Writes that arrive in the same turn of the event loop share a transaction and so a disk flush; each has
 * its own savepoint, so that one failing does not undo another.
 */
export function makeWriteQueue(db: Database, file: DatabaseFile): WriteQueue {
  const waiting: Waiting[] = [];
  let scheduled: NodeJS.Immediate | null = null;
  let closed = false;

  const savepoint = db.transaction((run: Waiting['run']) => run());
  const transaction = db.transaction((batch: readonly Waiting[]) => {
    const [only] = batch;
    if (only !== undefined && batch.length === 1) return [only.run()];
    return batch.map((one) => {
      try {
        return savepoint(one.run);
      } catch (error) {
        // SQLite gives up a whole transaction when the disk is full or failing; then nobody's write was kept.
        if (!db.inTransaction) throw error;
        return () => one.reject(asStoreError(error));
      }
    });
  });

  const commit = (batch: readonly Waiting[]): readonly (() => void)[] => {
    if (batch.some((one) => one.durability === 'durable')) {
      file.assertInPlace();
      return transaction.immediate(batch);
    }
    db.pragma('synchronous = NORMAL');
    try {
      return transaction.immediate(batch);
    } finally {
      db.pragma('synchronous = FULL');
    }
  };

  const flush = (): void => {
    scheduled = null;
    const batch = waiting.splice(0, MAX_BATCH);
    if (waiting.length > 0) schedule();
    try {
      for (const tell of commit(batch)) tell();
    } catch (error) {
      const reason = asStoreError(error);
      for (const one of batch) one.reject(reason);
    }
  };

  const schedule = (): void => {
    scheduled ??= setImmediate(flush);
  };

  return {
    write(durability, operation) {
      if (closed) return Promise.reject(new StoreError('store-closed', 'the store is closed'));
      if (waiting.length >= MAX_WAITING) {
        return Promise.reject(new StoreError('store-unavailable', `${waiting.length} writes are waiting already`));
      }
      return new Promise((resolve, reject) => {
        const run = () => {
          const result = operation();
          return () => resolve(result);
        };
        waiting.push({ durability, run, reject });
        schedule();
      });
    },
    close() {
      closed = true;
      while (waiting.length > 0) flush();
      if (scheduled !== null) clearImmediate(scheduled);
    },
  };
}
