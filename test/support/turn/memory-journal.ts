import type { DomainEvent } from '../../../src/domain/event.ts';
import type { Authority } from '../../../src/turn/authority.ts';
import type { DispatchAnswer, TurnJournal } from '../../../src/turn/journal.ts';

export interface MemoryJournal extends TurnJournal {
  readonly events: DomainEvent[];
  /** What dispatch answers next, instead of recording: the log moved on. */
  readonly surprises: Authority[];
}

/** A journal that keeps facts in order and answers the next dispatches with the surprises given, if any. */
export function memoryJournal(): MemoryJournal {
  const events: DomainEvent[] = [];
  const surprises: Authority[] = [];
  return {
    events,
    surprises,
    async commit(facts) {
      events.push(...facts);
    },
    async dispatch(intent, before): Promise<DispatchAnswer> {
      const authority = surprises.shift();
      if (authority !== undefined) return { kind: 'changed', authority };
      events.push(...before, intent);
      return { kind: 'recorded' };
    },
  };
}
