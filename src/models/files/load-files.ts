import type { AttachedFile } from '../../domain/attached-file.ts';
import type { Media } from '../../domain/media.ts';
import type { TranscriptMessage } from '../../domain/transcript.ts';
import { loadAttached, loadMedia } from './load-one.ts';
import type { FileLoading, LoadedFile, LoadedFiles } from './loaded-file.ts';

/** Of one request, newest first: what providers take at once, and what a person could mean by "these". */
const MAX_FILES = 8;
const MAX_BYTES = 20_000_000;

/** Reads the files of a transcript that this model can be shown. Each gets an answer; never rejects. */
export async function loadFiles(
  messages: readonly TranscriptMessage[],
  loading: FileLoading,
  signal: AbortSignal,
): Promise<LoadedFiles> {
  const loaded = new Map<AttachedFile | Media, LoadedFile>();
  const wanted = messages.flatMap(filesIn).toReversed();
  let left = MAX_BYTES;
  const reading = wanted.map(async (file, index) => {
    left -= file.size;
    const isShown = index < MAX_FILES && left >= 0;
    loaded.set(file, isShown ? await load(file, loading, signal) : olderThanShown);
  });
  await Promise.all(reading);
  return loaded;
}

const olderThanShown: LoadedFile = { kind: 'left-out', why: 'older than the files shown' };

const load = (file: AttachedFile | Media, loading: FileLoading, signal: AbortSignal): Promise<LoadedFile> =>
  'sha256' in file ? loadMedia(file, loading) : loadAttached(file, loading, signal);

function filesIn(message: TranscriptMessage): readonly (AttachedFile | Media)[] {
  switch (message.kind) {
    case 'user':
      return message.file === undefined ? [] : [message.file];
    case 'results':
      return message.results.flatMap(({ media = [] }) => media);
    case 'assistant':
    case 'summary':
      return [];
  }
}
