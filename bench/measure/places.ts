import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY_FILES = '/dev/shm';

const INTERRUPTIONS = ['SIGINT', 'SIGTERM'] as const;
/** What a shell says of a program that was interrupted. */
const EXIT_INTERRUPTED = 130;

/** Folders for databases: one on a real disk, and one in memory that shows what the code costs without the disk. */
export interface Places {
  readonly disk: string;
  /** Null where the system has no file system in memory. */
  readonly memory: string | null;
}

/** Makes fresh folders under `under` (the temporary folder unless given) and removes them when `work` is over. */
export async function inPlaces<Result>(
  work: (places: Places) => Promise<Result>,
  under: string = tmpdir(),
): Promise<Result> {
  const disk = mkdtempSync(join(under, 'countersign-bench-'));
  const memory = existsSync(MEMORY_FILES) ? mkdtempSync(join(MEMORY_FILES, 'countersign-bench-')) : null;
  const clean = (): void => {
    for (const folder of [disk, memory])
      if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  // A file system in memory is not given back by itself.
  const interrupted = (): void => {
    clean();
    process.exit(EXIT_INTERRUPTED);
  };
  for (const signal of INTERRUPTIONS) process.once(signal, interrupted);
  try {
    return await work({ disk, memory });
  } finally {
    for (const signal of INTERRUPTIONS) process.off(signal, interrupted);
    clean();
  }
}
