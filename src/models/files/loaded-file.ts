import type { AttachedFile } from '../../domain/attached-file.ts';
import type { Media } from '../../domain/media.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { FileContents } from '../../ports/file-contents.ts';

/** A file as a request holds it. */
export type LoadedFile =
  | { readonly kind: 'media'; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'left-out'; readonly why: string };

/** What people put beside their words and what tools brought, each by the object the transcript has for it. */
export type LoadedFiles = ReadonlyMap<AttachedFile | Media, LoadedFile>;

export interface FileLoading {
  /** Null: nobody to read attached files from. */
  readonly contents: FileContents | null;
  /** Null: nowhere to read what tools brought from. */
  readonly blobs: Pick<Blobs, 'read'> | null;
  /** Kinds of media this provider takes. */
  readonly mediaTypes: ReadonlySet<string>;
}
