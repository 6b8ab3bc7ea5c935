import type { DomainEvent, Failure, StoredEvent, TurnEnd } from './event.ts';
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
    default:
      endTurn(state, event);
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

function endTurn(state: TurnsState, event: DomainEvent): void {
  const ending = endingOf(event);
  if (ending === null || !('turnId' in event)) return;
  const turn = state.recent.get(event.turnId);
  if (turn !== undefined) turn.ending = ending;
}

function endingOf(event: DomainEvent): TurnEnding | null {
  switch (event.type) {
    case 'turn.paused':
      return { kind: 'paused' };
    case 'turn.finished':
      return { kind: 'finished', end: event.end };
    case 'turn.failed':
      return { kind: 'failed', failure: event.failure };
    case 'turn.stopped':
      return { kind: 'stopped', by: event.by };
    case 'turn.parked':
      return { kind: 'parked', attempts: event.attempts };
    default:
      return null;
  }
}
