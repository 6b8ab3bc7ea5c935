import { type Conversation, emptyConversation, evolve } from '../../../src/domain/conversation.ts';
import type { DomainEvent, StoredEvent } from '../../../src/domain/event.ts';
import { conversationId } from '../../../src/domain/ids.ts';
import type { TurnJournal } from '../../../src/turn/journal.ts';

export const here = conversationId('T0BENCH:C0BENCH:1.000100');

/** A log that lives in one run of the bench: what libraries without a store call their state. */
export interface MemoryLog {
  readonly journal: TurnJournal;
  append(...events: readonly DomainEvent[]): void;
  /** The text a host would put away while the turn waits. */
  serialise(): string;
}

export function memoryLog(before: readonly DomainEvent[]): MemoryLog {
  const events: DomainEvent[] = [...before];
  return {
    append: (...more) => void events.push(...more),
    serialise: () => JSON.stringify(events),
    journal: {
      async commit(facts) {
        events.push(...facts);
      },
      async dispatch(intent, facts) {
        events.push(...facts, intent);
        return { kind: 'recorded' };
      },
    },
  };
}

/** Reads what `serialise` wrote and folds it: what any other process would do to go on. */
export function foldOf(text: string): { readonly events: readonly DomainEvent[]; readonly conversation: Conversation } {
  const events: readonly DomainEvent[] = JSON.parse(text);
  const conversation = emptyConversation(here);
  for (const [i, event] of events.entries()) {
    const stored: StoredEvent = { seq: i + 1, at: 0, event };
    evolve(conversation, stored);
  }
  return { events, conversation };
}
