import type { Failure, StoredEvent, TurnEnd } from './event.ts';
import type { TurnId } from './ids.ts';
import type { Person } from './person.ts';

export type TurnEnding =
  | { readonly kind: 'paused' }
  | { readonly kind: 'finished'; readonly end: TurnEnd }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped'; readonly by: Person | null }
  | { readonly kind: 'parked'; readonly attempts: number };

/** What one turn has said so far and how it ended; null while it goes on. */
export interface TurnRecord {
  readonly turnId: TurnId;
  readonly principal: Person;
  /** Texts of its steps that had any, in order. */
  readonly said: string[];
  ending: TurnEnding | null;
}

export interface TurnsState {
  /** The latest turns, oldest first. */
  readonly recent: Map<TurnId, TurnRecord>;
  /** Whom the latest turn acted for. */
  principal: Person | null;
}

/** Those that may still have to be shown; what is owed about an older one is read from the log (`turnIn`). */
export const TURNS_KEPT = 16;

export const emptyTurns = (): TurnsState => ({ recent: new Map(), principal: null });

/** Takes one event into the fold. A turn that starts again (resumed, retried, taken over) keeps what it has said. */
export function evolveTurns(state: TurnsState, { event }: StoredEvent): void {
  switch (event.type) {
    case 'turn.started': {
      state.principal = event.principal;
      const said = state.recent.get(event.turnId)?.said ?? [];
      state.recent.delete(event.turnId);
      state.recent.set(event.turnId, { turnId: event.turnId, principal: event.principal, said, ending: null });
      const [oldest] = state.recent.keys();
      if (state.recent.size > TURNS_KEPT && oldest !== undefined) state.recent.delete(oldest);
      return;
    }
    case 'step.accepted':
      if (event.text !== '') state.recent.get(event.turnId)?.said.push(event.text);
      return;
    case 'turn.paused':
      end(state, event.turnId, { kind: 'paused' });
      return;
    case 'turn.finished':
      end(state, event.turnId, { kind: 'finished', end: event.end });
      return;
    case 'turn.failed':
      end(state, event.turnId, { kind: 'failed', failure: event.failure });
      return;
    case 'turn.stopped':
      end(state, event.turnId, { kind: 'stopped', by: event.by });
      return;
    case 'turn.parked':
      end(state, event.turnId, { kind: 'parked', attempts: event.attempts });
      return;
    default:
      return;
  }
}

/** One turn of a log, however long ago; undefined when there was none. */
export function turnIn(events: Iterable<StoredEvent>, id: TurnId): TurnRecord | undefined {
  const state = emptyTurns();
  for (const stored of events) {
    if ('turnId' in stored.event && stored.event.turnId === id) evolveTurns(state, stored);
  }
  return state.recent.get(id);
}

function end(state: TurnsState, id: TurnId, ending: TurnEnding): void {
  const turn = state.recent.get(id);
  if (turn !== undefined) turn.ending = ending;
}
