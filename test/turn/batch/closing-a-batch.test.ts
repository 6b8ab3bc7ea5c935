import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/event.ts';
import type { Hook } from '../../../src/turn/hook.ts';
import { run } from '../../support/turn/a-turn.ts';
import { answering } from '../../support/turn/decisions.ts';
import { memoryJournal } from '../../support/turn/memory-journal.ts';
import { aCall, openBatchOf, started } from '../../support/turn/open-call.ts';
import { resultsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const both = (first: string, second: string) =>
  scriptedModel(
    calls([
      ['c1', first, {}],
      ['c2', second, {}],
    ]),
  );
const stops: Hook = { name: 'stops', toolResult: () => ({ kind: 'stop', reason: 'enough' }) };
const ending = aTool('end', { run: () => ({ text: 'bye', isError: false, endTurn: true }) });
const result = (requestId: string, toolName: string, outcome: string, text: string) => ({
  requestId,
  toolName,
  outcome,
  text,
  quarantined: false,
});

/** A journal that keeps each list of facts as it was written. */
function keeping() {
  const writes: (readonly DomainEvent[])[] = [];
  const journal = memoryJournal();
  const commit = (facts: readonly DomainEvent[]): Promise<void> => {
    writes.push(facts);
    return journal.commit(facts);
  };
  return { writes, journal: { commit, dispatch: journal.dispatch } };
}

describe('calls that did not get their turn', () => {
  it('are answered in one write when a hook stops the turn', async () => {
    const three = calls([
      ['c1', 'a', {}],
      ['c2', 'a', {}],
      ['c3', 'a', {}],
    ]);
    const { writes, journal } = keeping();
    await run(scriptedModel(three), [aTool('a')], { hooks: [stops], journal });
    const text = 'Not run: the turn ended before its turn came.';
    expect(writes.at(-1)).toEqual([
      { type: 'tool.completed', turnId: 'turn-1', result: result('c2', 'a', 'cancelled', text) },
      { type: 'tool.completed', turnId: 'turn-1', result: result('c3', 'a', 'cancelled', text) },
    ]);
  });

  it('are answered when a call before them ended the turn', async () => {
    const { result: ended } = await run(both('end', 'a'), [ending, aTool('a')]);
    expect(resultsIn(ended.messages)).toEqual([
      result('c1', 'end', 'succeeded', 'bye'),
      result('c2', 'a', 'cancelled', 'Not run: a call before it ended the turn.'),
    ]);
  });

  it('have their card taken down when they are answered', async () => {
    const gated = aTool('pay', { gated: true });
    const first = await run(scriptedModel(calls([['c2', 'pay', {}]])), [gated]);
    const { writes, journal } = keeping();
    const hooks: Hook[] = [{ name: 'h', toolCall: () => ({ kind: 'stop', reason: 'enough' }) }];
    const batch = openBatchOf(aCall('c1', 'a'), aCall('c2', 'pay'));
    await run(scriptedModel(), [aTool('a'), gated], { ...answering(first.result), hooks, journal }, batch);
    expect(writes.flat().filter(({ type }) => type === 'approval.cancelled')).toEqual([
      {
        type: 'approval.cancelled',
        approvalId: first.result.pendingApprovals[0]?.approvalId,
        by: null,
        because: 'the turn ended before its turn came.',
      },
    ]);
  });

  it('are none when the last call ended the turn: nothing is written', async () => {
    const { writes, journal } = keeping();
    await run(scriptedModel(calls([['c1', 'a', {}]])), [aTool('a')], { hooks: [stops], journal });
    expect(writes.map((facts) => facts.map(({ type }) => type))).toEqual([['step.accepted'], ['tool.completed']]);
  });
});

describe('a call that waits when another one ends the turn', () => {
  it('keeps waiting for its approval', async () => {
    const gated = aTool('pay', { gated: true });
    const { result: ended } = await run(both('pay', 'end'), [gated, ending]);
    expect(ended).toMatchObject({ kind: 'paused', pendingApprovals: [{ requestId: 'c1' }] });
    expect(resultsIn(ended.messages)).toEqual([result('c2', 'end', 'succeeded', 'bye')]);
  });

  it('keeps waiting for word of what became of it', async () => {
    const batch = openBatchOf(aCall('c1', 'pay'), aCall('c2', 'end'));
    const { result: ended } = await run(scriptedModel(), [aTool('pay'), ending], started('c1'), batch);
    expect(ended).toMatchObject({ kind: 'paused', outcomeQuestions: [{ requestId: 'c1' }] });
    expect(resultsIn(ended.messages)).toEqual([result('c2', 'end', 'succeeded', 'bye')]);
  });
});

describe('a result that cannot be written', () => {
  it('ends the turn before the next call starts', async () => {
    const journal = memoryJournal();
    const full = {
      dispatch: journal.dispatch,
      commit: (facts: readonly DomainEvent[]) =>
        facts.some(({ type }) => type === 'tool.completed')
          ? Promise.reject(new Error('disk full'))
          : journal.commit(facts),
    };
    const [first, second] = [aTool('first'), aTool('second')];
    await expect(run(both('first', 'second'), [first, second], { journal: full })).rejects.toThrow('disk full');
    expect([first.runs.length, second.runs.length]).toEqual([1, 0]);
  });
});

describe('a hook that stops the turn over a skipped call', () => {
  it('withholds the reason of the skip and leaves the rest unrun', async () => {
    const skips: Hook = { ...stops, toolCall: () => ({ kind: 'skip', reason: 'not today' }) };
    const { result: ended } = await run(both('a', 'a'), [aTool('a')], { hooks: [skips] });
    expect(ended).toMatchObject({ kind: 'finished', end: 'hook-stop' });
    expect(resultsIn(ended.messages)).toEqual([
      result('c1', 'a', 'refused', 'The result was withheld.'),
      result('c2', 'a', 'cancelled', 'Not run: the turn ended before its turn came.'),
    ]);
  });
});
