import type { AttachedFile } from '../../domain/attached-file.ts';
import type { Media } from '../../domain/media.ts';
import { ModelFailure, type ModelPart } from '../../ports/model.ts';
import type { LoadedFile, LoadedFiles } from './loaded-file.ts';

/** Files that were in a request the provider refused, and took without them. A memory only: losing it costs a request. */
export type RefusedFiles = WeakSet<AttachedFile | Media>;

interface Asking {
  readonly loaded: LoadedFiles;
  readonly refused: RefusedFiles;
  readonly ask: (loaded: LoadedFiles) => AsyncIterable<ModelPart>;
  /** A reply came once this many files were left out. */
  readonly onRefused: (count: number) => void;
}

/**
 * A reply to a request that shows files. One that begins like a picture and is none would have every later request of
 * its conversation refused as well: such a request is made once more, with words in place of the files.
 */
export async function* askShowing({ loaded, refused, ask, onRefused }: Asking): AsyncGenerator<ModelPart> {
  const shown = leavingOut(loaded, (file) => refused.has(file));
  const media = [...shown].flatMap(([file, { kind }]) => (kind === 'media' ? [file] : []));
  let started = false;
  try {
    for await (const part of ask(shown)) {
      started = true;
      yield part;
    }
  } catch (error) {
    if (started || media.length === 0 || !isRefusal(error)) throw error;
    for await (const part of withoutFiles(error, () => ask(leavingOut(shown, (file) => media.includes(file))))) {
      if (!started) onRefused(media.length);
      started = true;
      for (const file of media) refused.add(file);
      yield part;
    }
  }
}

/** Where the request is refused without its files too, they were not what was wrong with it. */
async function* withoutFiles(first: unknown, ask: () => AsyncIterable<ModelPart>): AsyncGenerator<ModelPart> {
  try {
    yield* ask();
  } catch (second) {
    throw isRefusal(second) ? first : second;
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ModelFailure && error.kind === 'rejected';

const refusedWithIt: LoadedFile = { kind: 'left-out', why: 'the provider refused a request that showed it' };

const leavingOut = (loaded: LoadedFiles, isLeftOut: (file: AttachedFile | Media) => boolean): LoadedFiles =>
  new Map([...loaded].map(([file, one]) => [file, isLeftOut(file) ? refusedWithIt : one]));
