import type { Database } from 'better-sqlite3';
import { StoreError } from '../../ports/store.ts';
import { asStoreError } from './sqlite-errors.ts';

/** Runs a query; rejects with a `StoreError` whatever SQLite says, and after the store was closed. */
export type Read = <Result>(query: () => Result) => Promise<Result>;

export const makeRead =
  (db: Database): Read =>
  async (query) => {
    if (!db.open) throw new StoreError('store-closed', 'the store is closed');
    try {
      return query();
    } catch (error) {
      throw asStoreError(error);
    }
  };

/** Lets timers and sockets have a turn between two pages of a long read. */
export const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
