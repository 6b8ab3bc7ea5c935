import { describe, expect, it } from 'vitest';
import { callKey } from '../../src/domain/call.ts';
import { noCapabilities } from '../../src/domain/capability.ts';
import { approvalId, requestId } from '../../src/domain/ids.ts';
import type { Authority } from '../../src/turn/authority.ts';
import { type TurnJournal, TurnLost } from '../../src/turn/journal.ts';
import { loopConfig } from '../../src/turn/loop-config.ts';
import { options, run } from '../support/turn/a-turn.ts';
import { answering, grantFor, waits } from '../support/turn/decisions.ts';
import { memoryJournal } from '../support/turn/memory-journal.ts';
import { aCall, openBatchOf } from '../support/turn/open-call.ts';
import { eventsOf, outcomesIn } from '../support/turn/results.ts';
import { calls, scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool } from '../support/turn/tools.ts';

const nothing: Authority = options();
const pays = () => scriptedModel(calls([['c1', 'pay', {}]]), words('ok'));
const key = callKey({ requestId: requestId('c1'), toolName: 'pay', argsJson: '{}' });

/** Runs a call that would run, in a log that moved on before its intent was written. */
async function overtaken(by: readonly Authority[], tool = aTool('pay', { gated: true, cacheable: true })) {
  const journal = memoryJournal();
  journal.surprises.push(...by);
  const { result } = await run(pays(), [tool], { journal, ...grantFor('pay') });
  return { result, tool, journal };
}

describe('a log that moved on between a verdict and its intent', () => {
  it('takes a grant that was revoked out of the verdict', async () => {
    const { result, tool } = await overtaken([nothing]);
    expect(result.kind).toBe('paused');
    expect(tool.runs).toEqual([]);
  });

  it('takes a denial that was given meanwhile into it', async () => {
    const denied = new Map([[key, { approvalId: approvalId('A'), reason: null }]]);
    const { result, tool } = await overtaken([{ ...nothing, deniedCallIds: denied }]);
    expect(outcomesIn(result.messages)).toEqual(['denied']);
    expect(tool.runs).toEqual([]);
  });

  it('takes taint that others brought in into it', async () => {
    const tool = aTool('pay', { needs: ['mutate-external'] });
    const { result } = await overtaken([{ ...nothing, untrustedContextSeed: { kind: 'attachment' } }], tool);
    expect(result.pendingApprovals).toMatchObject([{ taint: { kind: 'attachment' } }]);
  });

  it('takes an edit that was approved meanwhile into it', async () => {
    const approved = { approvalId: approvalId('A'), toolDefHash: 'def-pay', covered: noCapabilities };
    const { tool } = await overtaken([
      {
        ...nothing,
        approvedCallIds: new Map([[key, approved]]),
        approvedOverrides: new Map([[key, { modifiedArgsJson: '{"x":1}', injectedContext: null }]]),
      },
    ]);
    expect(tool.runs.map(({ args }) => args)).toEqual([{ x: 1 }]);
  });

  it('runs the call when what changed does not concern it', async () => {
    const { tool, journal } = await overtaken([{ ...nothing, ...grantFor('pay') }]);
    expect(tool.runs).toHaveLength(1);
    expect(eventsOf(journal.events, 'tool.dispatched')).toHaveLength(1);
  });

  it('leaves the call to a person when the log never rests', async () => {
    const restless = Array.from({ length: 50 }, () => ({ ...nothing, ...grantFor('pay') }));
    const { result, tool } = await overtaken(restless);
    expect(result.pendingApprovals).toMatchObject([
      { reason: 'The conversation kept changing while this was about to run.' },
    ]);
    expect(tool.runs).toEqual([]);
  });
});

describe('an open question that needs no answer any more', () => {
  it('is settled in the same write as the intent when a grant covers its call now', async () => {
    const pay = aTool('pay', { gated: true, cacheable: true });
    const first = await run(pays(), [pay]);
    const given = { ...answering(first.result, waits), ...grantFor('pay') };
    const { journal, result } = await run(scriptedModel(words('ok')), [pay], given, first.transcript);
    expect(journal.events.slice(0, 2)).toMatchObject([
      { type: 'approval.cancelled', approvalId: first.result.pendingApprovals[0]?.approvalId },
      { type: 'tool.dispatched', ground: { kind: 'granted' } },
    ]);
    expect(result.kind).toBe('finished');
  });

  it('is settled in the same write as the result when its call is vetoed now', async () => {
    const first = await run(pays(), [aTool('pay', { gated: true })]);
    const vetoed = aTool('pay', { gated: true, veto: () => ({ reason: 'never' }) });
    const given = answering(first.result, waits);
    const { journal } = await run(scriptedModel(words('ok')), [vetoed], given, first.transcript);
    expect(journal.events.slice(0, 2)).toMatchObject([
      { type: 'approval.cancelled' },
      { type: 'tool.completed', result: { outcome: 'refused' } },
    ]);
  });
});

describe('a journal that cannot write', () => {
  const failing = (type: string, error: Error): TurnJournal & { readonly wrote: string[] } => {
    const wrote: string[] = [];
    const write = (facts: readonly { readonly type: string }[]): void => {
      if (facts.some((fact) => fact.type === type)) throw error;
      wrote.push(...facts.map((fact) => fact.type));
    };
    return {
      wrote,
      commit: async (facts) => write(facts),
      async dispatch(intent, before) {
        write([...before, intent]);
        return { kind: 'recorded' };
      },
    };
  };

  it.each(['step.accepted', 'tool.dispatched'])('runs no tool when %s cannot be written', async (type) => {
    const pay = aTool('pay');
    const journal = failing(type, new TurnLost('fenced'));
    await expect(run(pays(), [pay], { journal })).rejects.toThrow(TurnLost);
    expect(pay.runs).toEqual([]);
  });

  it('shows the model no result that could not be written', async () => {
    const model = pays();
    const journal = failing('tool.completed', new Error('disk full'));
    await expect(run(model, [aTool('pay')], { journal })).rejects.toThrow('disk full');
    expect(model.requests).toHaveLength(1);
  });

  it('lets calls that run at the same time end before it gives up', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let ended = false;
    const slow = aTool('slow', {
      async run() {
        await promise;
        ended = true;
        return { text: 'x', isError: false };
      },
    });
    const quick = aTool('quick', {
      run() {
        setImmediate(resolve);
        return { text: 'x', isError: false };
      },
    });
    const journal = failing('tool.completed', new Error('disk full'));
    const loop = loopConfig({ allowConcurrentInvocations: true });
    const batch = openBatchOf(aCall('c1', 'quick'), aCall('c2', 'slow'));
    await expect(run(scriptedModel(), [quick, slow], { journal, loop }, batch)).rejects.toThrow('disk full');
    expect(ended).toBe(true);
  });

  it('has one write under way at a time although calls run together', async () => {
    let writing = 0;
    let most = 0;
    const write = async (): Promise<void> => {
      most = Math.max(most, ++writing);
      await new Promise(setImmediate);
      writing -= 1;
    };
    const journal: TurnJournal = {
      commit: write,
      dispatch: () => write().then(() => ({ kind: 'recorded' })),
    };
    const loop = loopConfig({ allowConcurrentInvocations: true });
    const batch = openBatchOf(aCall('c1', 'pay'), aCall('c2', 'pay'), aCall('c3', 'pay'));
    await run(scriptedModel(), [aTool('pay')], { journal, loop }, batch);
    expect(most).toBe(1);
  });
});
