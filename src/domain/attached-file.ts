/** A file somebody put beside their words, by reference: what is in it stays where it is. */
export interface AttachedFile {
  /** The workspace that has it. */
  readonly team: string;
  readonly id: string;
  readonly name: string;
  /** As the surface has it, such as `image/png`; a claim like the rest. */
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

/** The smallest bound of the providers for one picture. */
export const MAX_FILE_BYTES = 5_000_000;

const MEDIA: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'application/json',
]);

/** Why a file is not read, or null when it is. Whether a model takes it is its provider's to say. */
export function whyNotRead({ mimeType, size }: Pick<AttachedFile, 'mimeType' | 'size'>): string | null {
  if (!MEDIA.has(mimeType) && !mimeType.startsWith('text/')) return 'of a kind that is not read';
  return size > MAX_FILE_BYTES ? `larger than ${MAX_FILE_BYTES / 1_000_000} MB` : null;
}

/** What stands in a transcript for the file itself. */
export const fileWords = ({ name, mimeType, size }: AttachedFile): string =>
  `Attached file: ${name} (${mimeType}, ${size} bytes)`;
