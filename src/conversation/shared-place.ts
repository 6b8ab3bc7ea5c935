import type { Directory } from '../ports/directory.ts';
import type { Place } from '../ports/places.ts';

/** Whether people of another organisation are in a place, or may come in; null when that cannot be found out. */
export async function isSharedNow(
  directory: Pick<Directory, 'isShared'>,
  { team, channel }: Place,
): Promise<boolean | null> {
  try {
    return await directory.isShared(team, channel);
  } catch {
    return null;
  }
}
