import type { ConversationId } from '../domain/ids.ts';

/** Where a conversation takes place, in the surface's own words. */
export interface Place {
  readonly team: string;
  readonly enterprise: string | null;
  readonly channel: string;
}

export interface Places {
  of(conversation: ConversationId): Place;
}
