import { isAbsolute, relative, resolve, sep } from 'node:path';
import { z } from 'zod';

/** Well under PATH_MAX (4096 on Linux, 1024 on macOS) once the root stands before it. */
const MAX_PATH_CHARS = 700;
/** NAME_MAX of every file system in use; a longer name would only be refused later, by the system. */
const MAX_NAME_BYTES = 255;

/** A path as a model may name it. What no file system could hold is an invalid argument and reaches nobody's card. */
export const filePath = z
  .string()
  .min(1)
  .max(MAX_PATH_CHARS)
  .refine((path) => !/\p{Cc}/u.test(path), 'a path holds no control characters')
  .refine((path) => path.split(/[/\\]/).every(isShortName), `a name in a path has at most ${MAX_NAME_BYTES} bytes`)
  .describe('Path from the top of the files folder, such as reports/may.txt');

const isShortName = (name: string): boolean => Buffer.byteLength(name, 'utf8') <= MAX_NAME_BYTES;

/** Where a path leads by its letters alone; what links on the disk make of it is looked at when it is opened. */
export interface PlacedPath {
  readonly kind: 'inside' | 'outside';
  /** Absolute, without `.` and `..`. */
  readonly target: string;
}

/** Takes a path from `root`, which is absolute and real. Letters count exactly: another case is another path. */
export function placePath(root: string, path: string): PlacedPath {
  const target = resolve(root, path);
  const below = relative(root, target);
  const leaves = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  return { kind: leaves ? 'outside' : 'inside', target };
}
