import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { StoreError } from '../../ports/store.ts';

export interface DatabaseFile {
  /** Throws `store-replaced` when the path no longer leads to the file that was opened. A few microseconds. */
  assertInPlace(): void;
  /** Bytes in the write-ahead log. */
  walBytes(): number;
}

/** Makes the file readable for its owner only, creating it that way if need be, and watches that it stays where it is. */
export function secureFile(path: string): DatabaseFile {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
  chmodSync(path, 0o600);
  const opened = statSync(path);
  return {
    assertInPlace() {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.ino !== opened.ino || found.dev !== opened.dev) {
        throw new StoreError('store-replaced', 'the database file was removed or replaced while it was in use');
      }
    },
    walBytes: () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
  };
}

/** For a database that lives in memory only. */
export const noFile: DatabaseFile = { assertInPlace() {}, walBytes: () => 0 };

/** A write-ahead log beside a database nobody has open: its last process did not close it. */
export const wasLeftOpen = (path: string): boolean =>
  (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

export const fileBytes = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
