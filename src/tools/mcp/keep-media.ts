import type { ConversationId } from '../../domain/ids.ts';
import type { Media } from '../../domain/media.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ToolOutput } from '../../ports/tools.ts';
import { codeOf } from './error-code.ts';
import type { FoundMedia } from './found-media.ts';
import type { ResultContent } from './result-text.ts';

/** Where the media of results are kept. Absent where nobody will be shown them. */
export interface MediaKeeping {
  readonly blobs: Pick<Blobs, 'keep'> | null;
  readonly logger: Logger;
}

/**
 * A result with its media kept, so that a model in any process can be shown them. The call has run: what cannot be kept
 * is said in its text and costs nothing else. Those of a failed call are only named.
 */
export async function withMediaKept(
  { text, media, isError }: ResultContent,
  conversation: ConversationId,
  { blobs, logger }: MediaKeeping,
): Promise<ToolOutput> {
  if (media.length === 0) return { text, isError };
  if (isError || blobs === null) return { text: `${text}\n${NOT_SHOWN}`, isError };
  try {
    const kept = await Promise.all(media.map((found) => keep(blobs, conversation, found)));
    return { text, isError, media: kept };
  } catch (error) {
    logger.warn({ conversation, code: codeOf(error) }, 'the pictures of a result could not be kept');
    return { text: `${text}\n${NOT_SHOWN}`, isError };
  }
}

const NOT_SHOWN = '(Pictures and documents are not shown.)';

const keep = async (
  blobs: Pick<Blobs, 'keep'>,
  conversation: ConversationId,
  { mediaType, bytes }: FoundMedia,
): Promise<Media> => ({ mediaType, size: bytes.length, sha256: await blobs.keep(conversation, bytes) });
