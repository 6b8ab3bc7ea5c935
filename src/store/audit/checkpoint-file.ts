import { open, readFile, truncate } from 'node:fs/promises';
import { type CheckpointParts, nextCheckpoint } from './checkpoint.ts';

/** Appends a checkpoint to a file of one a line. Calls must not overlap. */
export type WriteCheckpoint = () => Promise<'written' | 'nothing-new'>;

/**
 * Checkpoints in a file readable for its owner only, flushed to the disk. The file belongs on another disk than the
 * database, or is shipped elsewhere: who can rewrite both can hide what was removed from their ends.
 */
export async function makeCheckpointFile(path: string, parts: CheckpointParts): Promise<WriteCheckpoint> {
  const text = await readText(path);
  const lines = completeLines(text);
  // A line without its end was being written when the process died: nobody was told that it is there.
  const complete = lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0);
  if (complete < Buffer.byteLength(text)) await truncate(path, complete);

  let last = lines.at(-1) ?? null;
  return async () => {
    const line = await nextCheckpoint(parts, last);
    if (line === null) return 'nothing-new';
    await appendLine(path, line);
    last = line;
    return 'written';
  };
}

/** The complete lines of a checkpoint file; none for a file that is not there. */
export const readCheckpointFile = async (path: string): Promise<readonly string[]> =>
  completeLines(await readText(path));

const completeLines = (text: string): readonly string[] => text.split('\n').slice(0, -1);

const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });

async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
