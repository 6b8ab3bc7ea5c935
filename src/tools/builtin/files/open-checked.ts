import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { type Refused, refusalOf, refused } from './file-faults.ts';

export type Opened = { readonly kind: 'opened'; readonly handle: FileHandle } | Refused;

/** O_NOFOLLOW: no link at the end. O_NONBLOCK: a pipe without a writer does not hold the call for ever. */
const SAFELY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file at exactly this path: no link at its end or on its way, spelled as the disk spells it. Links
 * are looked for after the file is open, and the open file is compared with the one the path names, so that a folder
 * swapped for a link between look and use is noticed before a byte is read or written. The caller closes the handle.
 */
export async function openChecked(target: string, flags: number, mode?: number): Promise<Opened> {
  let handle: FileHandle;
  try {
    handle = await open(target, flags | SAFELY, mode);
  } catch (error) {
    return refusalOf(error);
  }
  const reason = await faultOf(handle, target).catch(async (error: unknown) => {
    await handle.close();
    return refusalOf(error).reason;
  });
  if (reason === null) return { kind: 'opened', handle };
  await handle.close();
  return refused(reason);
}

async function faultOf(handle: FileHandle, target: string): Promise<string | null> {
  const opened = await handle.stat();
  if (opened.isDirectory()) return 'That is a folder, not a file.';
  if (!opened.isFile()) return 'That is not a regular file.';
  const detour = await detourOf(target);
  if (detour !== null) return detour;
  const named = await lstat(target);
  return named.dev === opened.dev && named.ino === opened.ino ? null : 'The file was exchanged while it was opened.';
}

/**
 * Null when the path is its own real path; else why it is not used. The real path is told, so that whoever wants that
 * place can name it and be judged for it.
 */
export async function detourOf(target: string): Promise<string | null> {
  const real = await realpath(target);
  if (real === target) return null;
  return `The path leads through a symbolic link or another spelling to ${JSON.stringify(real)}. Links are not followed; name that path itself.`;
}
