import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Where files are kept in memory, on the systems that have such a place. */
const IN_MEMORY = '/dev/shm';
/** With the process id of the run behind it. */
const NAME = 'countersign-tests-';
/** A run has some hundred megabytes at a time: databases, servers, profiles of browsers. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * For one run of the tests: their files are in memory where there is room, since most of what they wait for is the disk.
 * They are real files either way. Resolves to what removes them.
 */
export function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined) return undefined;
  removeAbandoned();
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(join(IN_MEMORY, `${NAME}${process.pid}-`));
  // Servers of databases run as a user of their own.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => {
    delete process.env['TMPDIR'];
    // A browser or a server that ends with its worker may still be about to write there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** A run that was killed could not tidy up, and its files would take memory for good. */
function removeAbandoned(): void {
  const names = existsSync(IN_MEMORY) ? readdirSync(IN_MEMORY) : [];
  for (const name of names.filter((one) => one.startsWith(NAME))) {
    const isRunning = existsSync(join('/proc', name.slice(NAME.length).split('-')[0] ?? ''));
    if (!isRunning) rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES && freemem() >= ROOM_BYTES;
  } catch {
    return false;
  }
}
