import type { AttachedFile } from '../domain/attached-file.ts';

export type FileContent =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** `why` is for the model: a few words without names. */
  | { readonly kind: 'unavailable'; readonly why: string };

/**
 * What is in a file that was attached to a message, read where it is kept: deleted there, it is unavailable here. At
 * most `MAX_FILE_BYTES`. Never rejects.
 */
export interface FileContents {
  read(file: AttachedFile, signal: AbortSignal): Promise<FileContent>;
}
