/** A path that is not opened, with a reason for the model. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

export const refused = (reason: string): Refused => ({ kind: 'refused', reason });

/** What the system says and what it means to someone who named a path. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'There is no such file or folder.'],
  ['ENOTDIR', 'A part of the path is not a folder.'],
  ['EISDIR', 'That is a folder, not a file.'],
  ['ELOOP', 'That is a symbolic link. Links are not followed.'],
  ['EACCES', 'The system does not permit this.'],
  ['EPERM', 'The system does not permit this.'],
  ['EROFS', 'That place is read-only.'],
  ['ENAMETOOLONG', 'The path is too long.'],
  ['ENXIO', 'That is not a regular file.'],
  ['ENOSPC', 'There is no space left.'],
  ['EDQUOT', 'There is no space left.'],
  ['EEXIST', 'A part of the path is not a folder.'],
]);

/** An expected answer of the file system as a refusal; anything else is thrown on. */
export function refusalOf(error: unknown): Refused {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const meaning = typeof code === 'string' ? MEANINGS.get(code) : undefined;
  if (meaning === undefined) throw error;
  return refused(meaning);
}
