import { describe, expect, it } from 'vitest';
import type { Capability } from '../../src/domain/capability.ts';
import { approvalId } from '../../src/domain/ids.ts';
import { run } from '../support/turn/a-turn.ts';
import { aCall, openBatchOf, started } from '../support/turn/open-call.ts';
import { eventsOf, outcomesIn, textsIn } from '../support/turn/results.ts';
import { scriptedModel } from '../support/turn/scripted-model.ts';
import { aTool, output } from '../support/turn/tools.ts';

const Q = approvalId('Q');
const approved = { approvalId: approvalId('A'), toolDefHash: 'def-pay', covered: new Set<Capability>() };
const open = openBatchOf(aCall('c1', 'pay'));

describe('a call that a dead process started', () => {
  it.each(['read', 'idempotent', 'keyed'] as const)(
    'is run again under its key when its effect is %s',
    async (effect) => {
      const pay = aTool('pay', { effect });
      const { result } = await run(scriptedModel(), [pay], started('c1', { effect }), open);
      expect(pay.runs.map(({ context }) => context.idempotencyKey)).toEqual(['the-key']);
      expect(result.kind).toBe('finished');
    },
  );

  it('is a question for a person when it may run once only', async () => {
    const pay = aTool('pay');
    const { result } = await run(scriptedModel(), [pay], started('c1'), open);
    expect(result).toMatchObject({ kind: 'paused', pendingApprovals: [] });
    expect(result.outcomeQuestions).toEqual([
      { requestId: 'c1', toolName: 'pay', title: 'Title of pay', effectiveArgsJson: '{}', question: null },
    ]);
    expect(pay.runs).toEqual([]);
  });

  it('keeps waiting under the question that was asked', async () => {
    const pay = aTool('pay');
    const { result } = await run(scriptedModel(), [pay], started('c1', { question: Q }), open);
    expect(result.outcomeQuestions).toMatchObject([{ question: 'Q' }]);
  });

  it('is run again when a person says it did not run', async () => {
    const pay = aTool('pay');
    await run(scriptedModel(), [pay], started('c1', { question: Q, answer: { kind: 'run-again' } }), open);
    expect(pay.runs.map(({ context }) => context.idempotencyKey)).toEqual(['the-key']);
  });

  it.each(['ran', 'give-up'] as const)('is answered as unknown and not run when a person says %s', async (kind) => {
    const pay = aTool('pay');
    const { result } = await run(scriptedModel(), [pay], started('c1', { question: Q, answer: { kind } }), open);
    expect(outcomesIn(result.messages)).toEqual(['unknown']);
    expect(pay.runs).toEqual([]);
  });

  it('takes what a tool that can tell says about it', async () => {
    const pay = aTool('pay', { effect: 'reconcilable', reconcile: () => Promise.resolve(output('it went through')) });
    const { result } = await run(scriptedModel(), [pay], started('c1', { effect: 'reconcilable' }), open);
    expect(textsIn(result.messages)).toEqual(['it went through']);
    expect(pay.runs).toEqual([]);
  });

  it('is run when a tool that can tell says it did not run', async () => {
    const pay = aTool('pay', { effect: 'reconcilable', reconcile: () => Promise.resolve('did-not-run' as const) });
    await run(scriptedModel(), [pay], started('c1', { effect: 'reconcilable' }), open);
    expect(pay.runs).toHaveLength(1);
  });

  it.each([
    ['cannot tell', () => Promise.resolve('cannot-tell' as const)],
    ['fails to tell', () => Promise.reject(new Error('down'))],
  ])('is a question for a person when the tool %s', async (_, reconcile) => {
    const pay = aTool('pay', { effect: 'reconcilable', reconcile });
    const { result } = await run(scriptedModel(), [pay], started('c1', { effect: 'reconcilable' }), open);
    expect(result.outcomeQuestions).toHaveLength(1);
  });

  it.each(['keyed', 'reconcilable'] as const)(
    'is neither run nor looked up while a person is asked about it (%s)',
    async (effect) => {
      const asked: string[] = [];
      const reconcile = async (key: string) => {
        asked.push(key);
        return 'did-not-run' as const;
      };
      const pay = aTool('pay', { effect, reconcile });
      const { result } = await run(scriptedModel(), [pay], started('c1', { effect, question: Q }), open);
      expect(result.outcomeQuestions).toMatchObject([{ question: 'Q' }]);
      expect([asked, pay.runs]).toEqual([[], []]);
    },
  );

  it('is not looked up under a tool that could not tell when it was started', async () => {
    const pay = aTool('pay', { effect: 'reconcilable', reconcile: async () => 'did-not-run' });
    const { result } = await run(scriptedModel(), [pay], started('c1', { effect: 'once' }), open);
    expect(result.outcomeQuestions).toHaveLength(1);
    expect(pay.runs).toEqual([]);
  });

  it('goes through the gate again before it runs again', async () => {
    const pay = aTool('pay', { effect: 'keyed', gated: true });
    const { result } = await run(scriptedModel(), [pay], started('c1', { effect: 'keyed' }), open);
    expect(result.pendingApprovals).toMatchObject([{ reason: 'An earlier attempt may already have taken effect.' }]);
    expect(pay.runs).toEqual([]);
  });

  it('needs no second approval for the attempt its approval was given for', async () => {
    const pay = aTool('pay', { effect: 'keyed', gated: true });
    const { journal } = await run(scriptedModel(), [pay], started('c1', { effect: 'keyed', approved }), open);
    const ground = { kind: 'approved', approvalId: approved.approvalId };
    expect(eventsOf(journal.events, 'tool.dispatched')).toMatchObject([{ ground, idempotencyKey: 'the-key' }]);
    expect(pay.runs).toHaveLength(1);
  });

  it('is asked about again when more is missing by now than its card showed', async () => {
    const pay = aTool('pay', { effect: 'keyed', gated: true, needs: ['mutate-external'] });
    const tainted = { untrustedContextSeed: { kind: 'thread-history' } as const };
    const again = { ...started('c1', { effect: 'keyed', approved }), ...tainted };
    const { result } = await run(scriptedModel(), [pay], again, open);
    expect(result.pendingApprovals[0]?.reason).toContain('More would be needed than was shown');
    expect(pay.runs).toEqual([]);
  });

  it.each([true, false])('leaves the sandbox again only if its card said so (%s)', async (leavesSandbox) => {
    const pay = aTool('pay', { effect: 'keyed', sandboxWouldDeny: () => 'outside' });
    const again = started('c1', { effect: 'keyed', approved: { ...approved, leavesSandbox } });
    const escalating = { ...again, escalateSandboxDenials: true };
    const { result } = await run(scriptedModel(), [pay], escalating, open);
    expect([pay.runs.length, result.pendingApprovals.length]).toEqual(leavesSandbox ? [1, 0] : [0, 1]);
  });

  it('is not said to be unrun when its tool is gone or it is vetoed now', async () => {
    const gone = await run(scriptedModel(), [], started('c1'), open);
    const vetoed = aTool('pay', { effect: 'keyed', veto: () => ({ reason: 'no' }) });
    const refused = await run(scriptedModel(), [vetoed], started('c1', { effect: 'keyed' }), open);
    expect([outcomesIn(gone.result.messages), outcomesIn(refused.result.messages)]).toEqual([['unknown'], ['unknown']]);
  });

  it('gives the arguments it was started with, not the proposal', async () => {
    const pay = aTool('pay', { effect: 'keyed' });
    await run(scriptedModel(), [pay], started('c1', { effect: 'keyed', effectiveArgsJson: '{"x":2}' }), open);
    expect(pay.runs.map(({ args }) => args)).toEqual([{ x: 2 }]);
  });
});
