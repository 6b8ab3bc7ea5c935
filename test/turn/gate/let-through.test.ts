import { describe, expect, it } from 'vitest';
import type { TurnJournal } from '../../../src/turn/journal.ts';
import type { RunTurnOptions } from '../../../src/turn/options.ts';
import { options, run } from '../../support/turn/a-turn.ts';
import { answering, grantFor, theGrant, waits, yes } from '../../support/turn/decisions.ts';
import { logged } from '../../support/turn/logged.ts';
import { aCall, openBatchOf, started } from '../../support/turn/open-call.ts';
import { eventsOf, resultsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel } from '../../support/turn/scripted-model.ts';
import { aTool, type TestTool } from '../../support/turn/tools.ts';

const pays = () => scriptedModel(calls([['c1', 'pay', { to: 'a' }]]));

/** The intent written for one call of `pay`, without what is the same for all of them. */
async function intentOf(pay: TestTool, given: Partial<RunTurnOptions> = {}, first?: Awaited<ReturnType<typeof run>>) {
  const { journal } = await run(first === undefined ? pays() : scriptedModel(), [pay], given, first?.transcript);
  return eventsOf(journal.events, 'tool.dispatched');
}

describe('the intent of a call', () => {
  const intent = {
    type: 'tool.dispatched',
    turnId: 'turn-1',
    call: { requestId: 'c1', toolName: 'pay', argsJson: '{"to":"a"}' },
    effectiveArgsJson: '{"to":"a"}',
    toolDefHash: 'def-pay',
    effect: 'once',
    epoch: 1,
  };

  it('is keyed by its occurrence in the conversation when nobody had to be asked', async () => {
    expect(await intentOf(aTool('pay'))).toEqual([{ ...intent, idempotencyKey: 'C1:c1', ground: { kind: 'ungated' } }]);
  });

  it('is keyed by its occurrence when a grant covers it, and names the grant', async () => {
    const pay = aTool('pay', { gated: true, cacheable: true });
    expect(await intentOf(pay, grantFor('pay'))).toEqual([
      { ...intent, idempotencyKey: 'C1:c1', ground: { kind: 'granted', grant: theGrant } },
    ]);
  });

  it('is keyed by the approval that lets it run', async () => {
    const pay = aTool('pay', { gated: true });
    const first = await run(pays(), [pay]);
    expect(await intentOf(pay, answering(first.result, yes({ modifiedArgsJson: '{"to":"b"}' })), first)).toEqual([
      {
        ...intent,
        effectiveArgsJson: '{"to":"b"}',
        idempotencyKey: 'token-1',
        ground: { kind: 'approved', approvalId: 'token-1' },
      },
    ]);
  });

  it('keeps the arguments and the key of an attempt that was approved', async () => {
    const pay = aTool('pay', { effect: 'keyed', gated: true });
    const first = await run(pays(), [pay]);
    const approved = [...(answering(first.result, yes()).approvedCallIds?.values() ?? [])][0] ?? null;
    const given = started('c1', { effect: 'keyed', effectiveArgsJson: '{"to":"b"}', approved });
    expect(await intentOf(pay, given, first)).toMatchObject([
      { effectiveArgsJson: '{"to":"b"}', idempotencyKey: 'the-key', ground: { kind: 'approved' } },
    ]);
    expect(pay.runs.map(({ args }) => args)).toEqual([{ to: 'b' }]);
  });
});

describe('a question that needs no answer any more', () => {
  it('is cancelled by nobody, with the reason, before the intent', async () => {
    const pay = aTool('pay', { gated: true, cacheable: true });
    const first = await run(pays(), [pay]);
    const given = { ...answering(first.result, waits), ...grantFor('pay') };
    const { journal } = await run(scriptedModel(), [pay], given, first.transcript);
    expect(journal.events[0]).toEqual({
      type: 'approval.cancelled',
      approvalId: 'token-1',
      by: null,
      because: 'it may run unasked now',
    });
  });

  it('is not made up for calls that were never asked about, whether they run or are refused', async () => {
    const vetoed = aTool('rm', { veto: () => ({ reason: 'never' }) });
    const batch = calls([
      ['c1', 'pay', {}],
      ['c2', 'rm', {}],
      ['c3', 'pay', '[1]'],
    ]);
    const { journal } = await run(scriptedModel(batch), [aTool('pay'), vetoed]);
    expect(journal.events.map(({ type }) => type)).toEqual([
      'step.accepted',
      'tool.dispatched',
      'tool.completed',
      'tool.completed',
      'tool.completed',
      'step.accepted',
    ]);
  });
});

describe('a call that is let through', () => {
  it.each<[string, TestTool, Partial<RunTurnOptions>]>([
    ['nobody had to be asked', aTool('pay', { sandboxWouldDeny: () => 'outside' }), {}],
    ['a grant covers it', aTool('pay', { gated: true, cacheable: true }), grantFor('pay')],
  ])('may not leave the sandbox when %s', async (_, pay, given) => {
    await run(pays(), [pay], given);
    expect(pay.runs.map(({ context }) => context.mayLeaveSandbox)).toEqual([false]);
  });

  it('is cancelled when a person stops the turn while its intent is being written', async () => {
    const stop = new AbortController();
    const journal: TurnJournal = {
      commit: async () => {},
      dispatch: async () => {
        stop.abort();
        return { kind: 'changed', authority: options() };
      },
    };
    const pay = aTool('pay');
    const batch = openBatchOf(aCall('c1', 'pay'));
    const { result } = await run(scriptedModel(), [pay], { journal, signal: stop.signal }, batch);
    expect(resultsIn(result.messages)).toEqual([
      {
        requestId: 'c1',
        toolName: 'pay',
        outcome: 'cancelled',
        text: 'Not run: the turn was stopped by a person.',
        quarantined: false,
      },
    ]);
    expect(pay.runs).toEqual([]);
  });
});

describe('the log of the gate', () => {
  it('says which call waits', async () => {
    const { lines, warnings, loop } = logged();
    await run(pays(), [aTool('pay', { gated: true })], { loop });
    const fields = { conversation: 'C1', turnId: 'turn-1', requestId: 'c1', toolName: 'pay' };
    expect([lines, warnings]).toEqual([[{ message: 'a call waits for a person', fields }], []]);
  });
});
