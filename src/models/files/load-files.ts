import type { AttachedFile } from '../../domain/attached-file.ts';
import type { TranscriptMessage } from '../../domain/transcript.ts';
import type { FileContents } from '../../ports/file-contents.ts';

/** A file as this request holds it. */
export type LoadedFile =
  | { readonly kind: 'media'; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'left-out'; readonly why: string };

/** Of one request, newest first: what providers take at once, and what a person could mean by "these". */
const MAX_FILES = 8;
const MAX_BYTES = 20_000_000;
/** Of one text file. */
const MAX_TEXT_CHARS = 100_000;

export interface FileLoading {
  /** Null: nobody to read files from. */
  readonly contents: FileContents | null;
  /** Kinds of media this provider takes. */
  readonly mediaTypes: ReadonlySet<string>;
}

/** Reads the files of a transcript that this model can be shown. Each gets an answer; never rejects. */
export async function loadFiles(
  messages: readonly TranscriptMessage[],
  { contents, mediaTypes }: FileLoading,
  signal: AbortSignal,
): Promise<ReadonlyMap<AttachedFile, LoadedFile>> {
  const files = messages.flatMap((message) =>
    message.kind === 'user' && message.file !== undefined ? [message.file] : [],
  );
  const loaded = new Map<AttachedFile, LoadedFile>();
  let left = MAX_BYTES;
  const wanted = files.toReversed().map((file, index): readonly [AttachedFile, Promise<LoadedFile>] => {
    left -= file.size;
    if (index >= MAX_FILES || left < 0) return [file, Promise.resolve(leftOut('older than the files shown'))];
    if (contents === null) return [file, Promise.resolve(leftOut('it cannot be read here'))];
    return [file, load(file, contents, mediaTypes, signal)];
  });
  for (const [file, loading] of wanted) loaded.set(file, await loading);
  return loaded;
}

const leftOut = (why: string): LoadedFile => ({ kind: 'left-out', why });

async function load(
  file: AttachedFile,
  contents: FileContents,
  mediaTypes: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<LoadedFile> {
  const isText = file.mimeType.startsWith('text/') || file.mimeType === 'application/json';
  if (!isText && !mediaTypes.has(file.mimeType)) return leftOut('this model does not take files of this kind');
  const content = await contents.read(file, signal);
  if (content.kind === 'unavailable') return leftOut(content.why);
  if (!isText) return { kind: 'media', mediaType: file.mimeType, bytes: content.bytes };
  return { kind: 'text', text: clipped(new TextDecoder().decode(content.bytes)) };
}

const clipped = (text: string): string =>
  text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}\n[… the rest is left out]`;
