import type { ConversationId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';

export interface FoundMessage {
  /** The surface's word for the place, and what people call it. */
  readonly channel: string;
  readonly channelName: string;
  /** Null for what no person wrote. */
  readonly author: string | null;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type SearchOutcome =
  /** Newest first. `channels`: how many were looked through. */
  | { readonly kind: 'found'; readonly messages: readonly FoundMessage[]; readonly channels: number }
  | { readonly kind: 'refused'; readonly reason: string };

export type PostOutcome =
  | { readonly kind: 'posted' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may stand there or not. */
  | { readonly kind: 'unknown' };

/** On whose behalf, and in which conversation that is. */
export interface OnBehalf {
  readonly conversation: ConversationId;
  readonly person: Person;
  readonly signal: AbortSignal;
}

/**
 * Messages of the workspace as one person may have them read or written for them. What that person cannot see is not
 * read, and what is read in private is not brought to where others would see it. A look-up that fails refuses.
 * `reason` is a sentence for the model. Never rejects, except when the signal fires.
 */
export interface WorkspaceMessages {
  search(wanted: { readonly query: string; readonly channel: string | null }, behalf: OnBehalf): Promise<SearchOutcome>;
  /** Into another channel, or with null into the conversation's own thread. */
  post(message: { readonly text: string; readonly channel: string | null }, behalf: OnBehalf): Promise<PostOutcome>;
}
