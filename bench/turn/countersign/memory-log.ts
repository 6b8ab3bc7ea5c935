import { type Conversation, emptyConversation, evolve } from '../../../src/domain/conversation.ts';
import type { DomainEvent, StoredEvent } from '../../../src/domain/event.ts';
import { conversationId } from '../../../src/domain/ids.ts';
import type { TurnJournal } from '../../../src/turn/journal.ts';

export const here = conversationId('T0BENCH:C0BENCH:1.000100');

/**
 * A log that lives in one run of the bench: what libraries without a store call their state. As in the store, an event
 * becomes text once, when it is appended, and what is there is never written again.
 */
export interface MemoryLog {
  readonly journal: TurnJournal;
  readonly lines: readonly string[];
}

export function memoryLog(before: readonly string[]): MemoryLog {
  const lines = [...before];
  const append = (events: readonly DomainEvent[]): void => {
    for (const event of events) lines.push(JSON.stringify(event));
  };
  return {
    lines,
    journal: {
      commit: async (facts) => append(facts),
      async dispatch(intent, facts) {
        append([...facts, intent]);
        return { kind: 'recorded' };
      },
    },
  };
}

/** Reads a whole log and folds it: what any other process would do to go on. */
export function foldOf({ lines }: Pick<MemoryLog, 'lines'>): Conversation {
  const events: readonly DomainEvent[] = JSON.parse(`[${lines.join(',')}]`);
  const conversation = emptyConversation(here);
  for (const [i, event] of events.entries()) {
    const stored: StoredEvent = { seq: i + 1, at: 0, event };
    evolve(conversation, stored);
  }
  return conversation;
}
