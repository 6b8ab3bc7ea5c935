import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const START = 1_700_000_000_000;

/** A directory that is removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export const temporaryDatabase = (): string => join(temporaryDirectory(), 'countersign.db');

/** Opens a store that is closed when the test ends. */
export async function openForTest(path: string, now: () => number = Date.now): Promise<SqliteStore> {
  const store = await openSqliteStore({ path, now });
  onTestFinished(() => store.close());
  return store;
}

async function underTest(path: string): Promise<StoreUnderTest> {
  let time = START;
  const store = await openForTest(path, () => time);
  return {
    store,
    now: async () => time,
    async advance(ms) {
      time += ms;
    },
  };
}

export const openMemoryStore = (): Promise<StoreUnderTest> => underTest(':memory:');
export const openFileStore = (): Promise<StoreUnderTest> => underTest(temporaryDatabase());
