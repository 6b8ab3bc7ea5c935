import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Refused, refusalOf, refused } from './file-faults.ts';
import { detourOf, openChecked } from './open-checked.ts';

export type TextWritten = { readonly kind: 'written'; readonly bytes: number } | Refused;

const NEW_FILE_MODE = 0o644;

/**
 * Puts `text` at exactly this path: whole or not at all, whatever happens meanwhile. Written beside it first, then
 * renamed over it, which replaces a link or a second name of the file instead of writing through it.
 * `newFolders`: missing folders on the way are made.
 */
export async function writeText(
  target: string,
  text: string,
  options: { readonly newFolders: boolean; readonly signal: AbortSignal },
): Promise<TextWritten> {
  try {
    const folder = dirname(target);
    if (options.newFolders) await makeFolders(folder);
    const detour = await detourOf(folder);
    if (detour !== null) return refused(detour);
    const standing = await standingAt(target);
    if (standing.kind === 'refused') return standing;
    return await replace(target, text, standing.mode, options.signal);
  } catch (error) {
    return refusalOf(error);
  }
}

/** Makes missing folders below the nearest existing one, if that one is where it says it is. */
async function makeFolders(folder: string): Promise<void> {
  let existing = folder;
  while (!(await exists(existing)) && dirname(existing) !== existing) existing = dirname(existing);
  if (existing !== folder && (await realpath(existing)) === existing) await mkdir(folder, { recursive: true });
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The mode of the file to be replaced; a new file's where there is none. */
async function standingAt(target: string): Promise<{ readonly kind: 'free'; readonly mode: number } | Refused> {
  const found = await lstat(target).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return { kind: 'free', mode: NEW_FILE_MODE };
  if (found.isSymbolicLink()) return refused('That is a symbolic link. Links are not followed.');
  if (found.isDirectory()) return refused('That is a folder, not a file.');
  if (!found.isFile()) return refused('That is not a regular file.');
  await access(target, constants.W_OK);
  return { kind: 'free', mode: found.mode & 0o777 };
}

async function replace(target: string, text: string, mode: number, signal: AbortSignal): Promise<TextWritten> {
  const beside = join(dirname(target), `.${randomUUID()}.part`);
  const opened = await openChecked(beside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  if (opened.kind === 'refused') return opened;
  try {
    try {
      await opened.handle.writeFile(text, 'utf8');
      await opened.handle.chmod(mode);
      await opened.handle.sync();
    } finally {
      await opened.handle.close();
    }
    signal.throwIfAborted();
    await rename(beside, target);
    return { kind: 'written', bytes: Buffer.byteLength(text, 'utf8') };
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
