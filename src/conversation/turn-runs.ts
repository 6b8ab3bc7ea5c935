import type { TurnId } from '../domain/ids.ts';
import type { TurnRecord, TurnsState } from '../domain/turns.ts';

/** The runs a turn has had so far: it pauses and goes on, or its process dies in it. */
export interface RunsSoFar {
  readonly first: TurnId;
  readonly last: TurnId;
}

/** What a run that begins now goes on with; null when it begins a turn. A retry is a turn of its own. */
export function runsSoFar(turns: TurnsState): RunsSoFar | null {
  const last = [...turns.recent.values()].at(-1);
  return last === undefined || !isUnfinished(last)
    ? null
    : { first: firstRunOf(turns, last.turnId), last: last.turnId };
}

/** The run that began the turn of this one; where the fold no longer holds it (`TURNS_KEPT`), the oldest it does. */
export function firstRunOf({ recent }: TurnsState, run: TurnId): TurnId {
  const runs = [...recent.values()];
  const at = runs.findIndex(({ turnId }) => turnId === run);
  const ended = runs.slice(0, Math.max(at, 0)).findLastIndex((before) => !isUnfinished(before));
  return at === -1 ? run : (runs[ended + 1]?.turnId ?? run);
}

const isUnfinished = ({ ending }: TurnRecord): boolean => ending === null || ending.kind === 'paused';
