import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { turnId } from '../../src/domain/ids.ts';
import { emptyTurns, evolveTurns, type TurnEnding, type TurnsState, turnIn } from '../../src/domain/turns.ts';

const alice = { team: 'T1', user: 'U1' };
const bob = { team: 'T1', user: 'U2' };
const started = (id: string, principal = alice): DomainEvent => ({
  type: 'turn.started',
  turnId: turnId(id),
  principal,
  takes: [],
  epoch: 1,
  persona: null,
});
const said = (id: string, text: string): DomainEvent => ({
  type: 'step.accepted',
  turnId: turnId(id),
  text,
  calls: [],
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
  stop: 'end',
  grounded: false,
  providerState: null,
});

function folded(events: readonly DomainEvent[]): TurnsState {
  const state = emptyTurns();
  for (const [index, event] of events.entries()) evolveTurns(state, { seq: index + 1, at: 0, event });
  return state;
}

describe('what turns said', () => {
  it('keeps the texts of a turn in order and leaves silent steps out', () => {
    const state = folded([started('t'), said('t', 'one'), said('t', ''), said('t', 'two')]);
    expect(state.recent.get(turnId('t'))?.said).toEqual(['one', 'two']);
  });

  it('keeps what was said before a pause when the turn is resumed', () => {
    const paused: DomainEvent = { type: 'turn.paused', turnId: turnId('t'), approvals: [] };
    const state = folded([started('t'), said('t', 'one'), paused, started('t'), said('t', 'two')]);
    expect(state.recent.get(turnId('t'))).toMatchObject({ said: ['one', 'two'], ending: null });
  });

  it('notes nothing of a turn that never started', () => {
    expect(folded([said('t', 'one'), { type: 'turn.parked', turnId: turnId('t'), attempts: 3 }])).toEqual(emptyTurns());
  });

  it('names the person the latest turn acted for', () => {
    expect(folded([started('t'), started('u', bob)]).principal).toEqual(bob);
  });

  it('forgets the oldest turns of a long conversation', () => {
    const state = folded(Array.from({ length: 40 }, (_, index) => started(`t${index}`)));
    expect([...state.recent.keys()].at(0)).toBe('t24');
  });

  it('counts a turn that starts again among the latest', () => {
    const state = folded([started('t'), started('u'), started('t')]);
    expect([...state.recent.keys()]).toEqual(['u', 't']);
  });

  it('forgets no turn while there are few', () => {
    const state = folded(Array.from({ length: 16 }, (_, index) => started(`t${index}`)));
    expect(state.recent.size).toBe(16);
  });
});

describe('how a turn ended', () => {
  const id = turnId('t');

  it('is open while it goes on', () => {
    expect(folded([started('t'), said('t', 'one')]).recent.get(id)).toEqual({
      turnId: id,
      principal: alice,
      said: ['one'],
      ending: null,
    });
  });

  const endings: readonly [DomainEvent, TurnEnding][] = [
    [{ type: 'turn.paused', turnId: id, approvals: [] }, { kind: 'paused' }],
    [
      { type: 'turn.finished', turnId: id, end: 'max-steps' },
      { kind: 'finished', end: 'max-steps' },
    ],
    [
      { type: 'turn.failed', turnId: id, failure: { kind: 'model', message: 'gone' } },
      { kind: 'failed', failure: { kind: 'model', message: 'gone' } },
    ],
    [
      { type: 'turn.stopped', turnId: id, by: bob },
      { kind: 'stopped', by: bob },
    ],
    [
      { type: 'turn.parked', turnId: id, attempts: 3 },
      { kind: 'parked', attempts: 3 },
    ],
  ];

  it.each(endings)('is told by %j', (event, ending) => {
    const state = folded([started('t'), started('u'), event]);
    expect([...state.recent.values()].map((turn) => turn.ending)).toEqual([ending, null]);
  });

  it('is not changed by what comes in afterwards', () => {
    const late: DomainEvent = { type: 'turn.deferred', turnId: id, because: 'lookup-failed' };
    const state = folded([started('t'), { type: 'turn.paused', turnId: id, approvals: [] }, late]);
    expect(state.recent.get(id)?.ending).toEqual({ kind: 'paused' });
  });
});

describe('one turn of a log', () => {
  const log = [
    { type: 'stop.requested', by: bob } as const,
    ...Array.from({ length: 40 }, (_, index) => [started(`t${index}`), said(`t${index}`, `text ${index}`)]).flat(),
    { type: 'turn.finished', turnId: turnId('t0'), end: 'end' } as const,
  ].map((event, index) => ({ seq: index + 1, at: 0, event }));

  it('is found however long ago it was, with its own words and end', () => {
    expect(turnIn(log, turnId('t0'))).toEqual({
      turnId: 't0',
      principal: alice,
      said: ['text 0'],
      ending: { kind: 'finished', end: 'end' },
    });
  });

  it('is not found where there was none', () => {
    expect(turnIn(log, turnId('other'))).toBeUndefined();
  });
});
