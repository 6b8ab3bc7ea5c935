import type { ConversationId } from '../domain/ids.ts';

export type BlobReading =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** Never kept, or removed with its conversations. */
  | { readonly kind: 'missing' }
  /** There is something else under this hash. */
  | { readonly kind: 'altered' };

/** Of one conversation, the newest: four times what one request can show. What is older nobody is shown any more. */
export const BLOBS_PER_CONVERSATION = 32;

/**
 * Bytes too large for the log, found by their hash. The same bytes are kept once, for as long as any conversation has
 * them among the `BLOBS_PER_CONVERSATION` it kept last; `Retention` removes them with the events that came after. `keep`
 * resolving means durable, so that an event may name the hash. `read` gives bytes that have this hash, or none.
 */
export interface Blobs {
  /** Resolves to the sha-256 of the bytes, in base64url. */
  keep(conversation: ConversationId, bytes: Uint8Array): Promise<string>;
  read(sha256: string): Promise<BlobReading>;
}
