import type { DomainEvent, EventOf } from '../domain/event.ts';
import type { Authority } from './authority.ts';

/**
 * The turn's only way into the log. Resolving means written, in the order of the calls, and durable for whatever a
 * side effect or a person's question rests on; an accepted step is so with what follows it. The turn never has two calls
 * under way at once.
 */
export interface TurnJournal {
  /**
   * Appends facts that stay true whatever others wrote meanwhile: `step.accepted`, `tool.completed`,
   * `approval.cancelled`. All of them or none. Throws `TurnLost` when the turn may not go on.
   */
  commit(facts: readonly DomainEvent[]): Promise<void>;
  /**
   * Appends an intent (and the facts before it) only if nothing that bears on authority was written since the
   * authority the turn holds: a decision, a revocation, an expiry, a cancellation, a stop, taint by others.
   * The turn's own facts do not count. `changed`: nothing was appended, judge again with what holds now.
   */
  dispatch(intent: EventOf<'tool.dispatched'>, before: readonly DomainEvent[]): Promise<DispatchAnswer>;
}

export type DispatchAnswer =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'changed'; readonly authority: Authority };

/** The turn is not this process's any more; whatever was committed stands, nothing more may be written or run. */
export class TurnLost extends Error {
  override readonly name = 'TurnLost';
  readonly code = 'turn-lost';
  readonly because: 'fenced' | 'stopped';

  constructor(because: 'fenced' | 'stopped', options?: { readonly cause?: unknown }) {
    super(`The turn was ${because}.`, options);
    this.because = because;
  }
}

/** The same journal for calls that run at the same time: one write under way, in the order they were asked for. */
export function inTurn(journal: TurnJournal): TurnJournal {
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(write: () => Promise<T>): Promise<T> => {
    // A failed write does not hold up the next one; whoever asked for it has been told.
    const result = last.then(write, write);
    last = result;
    return result;
  };
  return {
    commit: (facts) => next(() => journal.commit(facts)),
    dispatch: (intent, before) => next(() => journal.dispatch(intent, before)),
  };
}
