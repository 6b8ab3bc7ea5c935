import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Refused, refusalOf, refused } from './file-faults.ts';
import { detourOf } from './open-checked.ts';

/** More names than anyone reads; also bounds the look at each file's size. */
export const MAX_LISTED = 1_000;

export type Listing = { readonly kind: 'listed'; readonly lines: readonly string[]; readonly cut: boolean } | Refused;

/** The names in one folder, sorted, a line each: folders with `/`, files with their size, links marked and not followed. */
export async function listFolder(target: string): Promise<Listing> {
  try {
    const before = await detourOf(target);
    if (before !== null) return refused(before);
    if (!(await lstat(target)).isDirectory()) return refused('That is a file, not a folder.');
    const { entries, cut } = await entriesOf(target);
    const lines: string[] = [];
    for (const entry of entries) lines.push(await lineOf(target, entry));
    // A folder exchanged for a link meanwhile would have shown another folder's names.
    const after = await detourOf(target);
    return after === null ? { kind: 'listed', lines, cut } : refused(after);
  } catch (error) {
    return refusalOf(error);
  }
}

async function entriesOf(target: string): Promise<{ readonly entries: readonly Dirent[]; readonly cut: boolean }> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(target)) {
    if (entries.length === MAX_LISTED) return { entries: sorted(entries), cut: true };
    entries.push(entry);
  }
  return { entries: sorted(entries), cut: false };
}

const sorted = (entries: readonly Dirent[]): readonly Dirent[] =>
  entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

async function lineOf(folder: string, entry: Dirent): Promise<string> {
  const name = onOneLine(entry.name);
  if (entry.isDirectory()) return `${name}/`;
  if (entry.isSymbolicLink()) return `${name} (link, not followed)`;
  if (!entry.isFile()) return `${name} (not a regular file)`;
  const size = await lstat(join(folder, entry.name)).then(
    (found) => found.size,
    () => null,
  );
  return size === null ? name : `${name} (${size} bytes)`;
}

/** A name with a line break in it would look like two files. */
const onOneLine = (name: string): string => (/\p{Cc}/u.test(name) ? JSON.stringify(name) : name);
