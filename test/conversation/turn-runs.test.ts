import { describe, expect, it } from 'vitest';
import { firstRunOf, runsSoFar } from '../../src/conversation/turn-runs.ts';
import { turnId } from '../../src/domain/ids.ts';
import { emptyTurns, type TurnEnding, type TurnsState } from '../../src/domain/turns.ts';

const paused: TurnEnding = { kind: 'paused' };
const finished: TurnEnding = { kind: 'finished', end: 'end' };
const failed: TurnEnding = { kind: 'failed', failure: { kind: 'model', message: '' } };
/** Its process died, or it goes on. */
const open = null;

/** Runs r1, r2, … that ended like this. */
function turnsThat(...endings: readonly (TurnEnding | null)[]): TurnsState {
  const turns = emptyTurns();
  endings.forEach((ending, i) => {
    const id = turnId(`r${i + 1}`);
    turns.recent.set(id, { turnId: id, principal: { team: 'T1', user: 'U1' }, said: [], ending });
  });
  return turns;
}

describe('the runs of a turn', () => {
  it.each([
    ['nothing yet', turnsThat(), null],
    ['a turn that is over', turnsThat(finished), null],
    ['a turn that failed, which is tried again', turnsThat(failed), null],
    ['a pause', turnsThat(paused), { first: 'r1', last: 'r1' }],
    ['a process that died', turnsThat(open), { first: 'r1', last: 'r1' }],
    ['a pause after a death after a pause', turnsThat(paused, open, paused), { first: 'r1', last: 'r3' }],
    ['a pause, and another turn before it', turnsThat(paused, finished, paused, paused), { first: 'r3', last: 'r4' }],
  ])('before one that begins after %s', (_, turns, runs) => {
    expect(runsSoFar(turns)).toEqual(runs);
  });

  it.each([
    ['r1', 'r1'],
    ['r2', 'r1'],
    ['r3', 'r3'],
    ['r5', 'r3'],
  ])('%s began with %s', (run, first) => {
    expect(firstRunOf(turnsThat(paused, finished, paused, open, finished), turnId(run))).toBe(first);
  });

  it('that is long forgotten begin with itself', () => {
    expect(firstRunOf(turnsThat(paused), turnId('old'))).toBe('old');
  });
});
