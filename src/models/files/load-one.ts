import type { AttachedFile } from '../../domain/attached-file.ts';
import type { Media } from '../../domain/media.ts';
import type { FileLoading, LoadedFile } from './loaded-file.ts';

/** Of one text file. */
const MAX_TEXT_CHARS = 100_000;

/** A file somebody put beside their words. */
export async function loadAttached(
  file: AttachedFile,
  { contents, mediaTypes }: FileLoading,
  signal: AbortSignal,
): Promise<LoadedFile> {
  if (contents === null) return leftOut('it cannot be read here');
  const isText = file.mimeType.startsWith('text/') || file.mimeType === 'application/json';
  if (!isText && !mediaTypes.has(file.mimeType)) return leftOut('this model does not take files of this kind');
  const content = await contents.read(file, signal);
  if (content.kind === 'unavailable') return leftOut(content.why);
  if (!isText) return { kind: 'media', mediaType: file.mimeType, bytes: content.bytes };
  return { kind: 'text', text: clipped(new TextDecoder().decode(content.bytes)) };
}

/** What a tool brought, from where it was kept. */
export async function loadMedia({ mediaType, sha256 }: Media, { blobs, mediaTypes }: FileLoading): Promise<LoadedFile> {
  if (blobs === null) return leftOut('it cannot be read here');
  if (!mediaTypes.has(mediaType)) return leftOut('this model does not take files of this kind');
  // A store that cannot be read must not lose the turn here: the next append says what is wrong with it.
  const reading = await blobs.read(sha256).catch(() => ({ kind: 'unreadable' }) as const);
  switch (reading.kind) {
    case 'read':
      return { kind: 'media', mediaType, bytes: reading.bytes };
    case 'missing':
      return leftOut('it is not kept any more');
    case 'altered':
      return leftOut('what is kept is not what the tool brought');
    case 'unreadable':
      return leftOut('it cannot be read now');
  }
}

const leftOut = (why: string): LoadedFile => ({ kind: 'left-out', why });

const clipped = (text: string): string =>
  text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}\n[… the rest is left out]`;
