import { MAX_FILE_BYTES } from '../../domain/attached-file.ts';
import { mediaTypeOf } from './media-type.ts';

/** Of one result: what a person would look at in one go, and half of what a request may show. */
export const MAX_MEDIA = 5;
export const MAX_MEDIA_BYTES = 10_000_000;

export interface FoundMedia {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Content in base64, as a server sent it. */
export interface Encoded {
  /** What stands for it in the text: what it is, or where it comes from. */
  readonly label: string;
  /** As the server calls it. */
  readonly mimeType: string;
  readonly data: string;
}

/** The media of one result: what models can be shown is gathered; the rest is left at words. */
export class MediaFound {
  readonly media: FoundMedia[] = [];
  #left = MAX_MEDIA_BYTES;

  /** What stands in the text for this content. */
  take({ label, mimeType, data }: Encoded): string {
    const size = Buffer.byteLength(data, 'base64');
    const words = (type: string, why: string | null): string =>
      `(${label}, ${type}, ${size} bytes${why === null ? '' : `, not shown${why}`})`;
    if (size > MAX_FILE_BYTES) return words(mimeType, `: larger than ${MAX_FILE_BYTES / 1_000_000} MB`);
    const bytes = Buffer.from(data, 'base64');
    const mediaType = mediaTypeOf(bytes);
    if (mediaType === null) return words(mimeType, '');
    if (this.media.length >= MAX_MEDIA || size > this.#left) return words(mediaType, ': too much for one result');
    this.#left -= size;
    this.media.push({ mediaType, bytes });
    return words(mediaType, null);
  }
}
