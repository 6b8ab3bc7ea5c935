import type { ConversationId } from '../../domain/ids.ts';
import type { Tombstone } from '../../domain/tombstone.ts';
import type { ChainedEvent } from '../../ports/chain-source.ts';
import { readEvent } from './read-event.ts';

/** The beginning of a conversation that was removed on purpose, as its tombstone says. */
export interface PrunedPart {
  readonly conversation: ConversationId;
  readonly upTo: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The tombstone an event is; null for any other event. A tombstone speaks of the conversation it stands in and of
 * everything up to the event before it, else it is `misplaced`: one of ours that somebody put elsewhere.
 */
export function tombstoneAt(stored: ChainedEvent): Tombstone | 'misplaced' | null {
  if (stored.type !== 'conversation.pruned') return null;
  const event = readEvent(stored);
  if (event?.type !== 'conversation.pruned') return 'misplaced';
  const { tombstone } = event.signed;
  const belongs = tombstone.conversation === stored.conversation && tombstone.upTo === stored.seq - 1;
  return belongs ? tombstone : 'misplaced';
}
