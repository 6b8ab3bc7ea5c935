import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { turnId } from '../../src/domain/ids.ts';
import { emptyTurns, evolveTurns, type TurnsState } from '../../src/domain/turns.ts';

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

  it('names who stopped a turn', () => {
    const state = folded([started('t'), { type: 'turn.stopped', turnId: turnId('t'), by: bob }]);
    expect(state.recent.get(turnId('t'))?.ending).toEqual({ kind: 'stopped', by: bob });
  });

  it('names the person the latest turn acted for', () => {
    expect(folded([started('t'), started('u', bob)]).principal).toEqual(bob);
  });

  it('forgets the oldest turns of a long conversation', () => {
    const state = folded(Array.from({ length: 40 }, (_, index) => started(`t${index}`)));
    expect([...state.recent.keys()].at(0)).toBe('t24');
  });
});
