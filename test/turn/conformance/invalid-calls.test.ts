import { describe, expect, it } from 'vitest';
import type { Hook, InvalidToolCallAction, InvalidToolCallEvent } from '../../../src/turn/hook.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import type { RunTurnOptions } from '../../../src/turn/options.ts';
import { run } from '../../support/turn/a-turn.ts';
import { grantFor } from '../../support/turn/decisions.ts';
import { outcomesIn, textsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

/** In its first step only `safe` may be called. */
const onlySafe: Hook = {
  name: 'only-safe',
  completionCall: ({ step }) =>
    step === 1 ? { kind: 'patch', patch: { activeTools: ['safe'] } } : { kind: 'continue' },
};
const recovers = (action: InvalidToolCallAction, seen: InvalidToolCallEvent[] = []): Hook => ({
  name: 'recovers',
  invalidToolCall(event) {
    seen.push(event);
    return action;
  },
});

/** One reply that calls `safe` and the filtered-out `pay`. */
async function mixed(hooks: readonly Hook[], given: Partial<RunTurnOptions> = {}) {
  const [safe, pay] = [aTool('safe'), aTool('pay')];
  const model = scriptedModel(
    calls([
      ['c1', 'safe', {}],
      ['c2', 'pay', {}],
    ]),
    words('sorry'),
  );
  const { result } = await run(model, [safe, pay], { hooks: [onlySafe, ...hooks], ...given });
  return { result, model, ran: [safe.runs.length, pay.runs.length] };
}

describe('a call to a tool that may not be called in this step', () => {
  it('fails the turn before anything of its reply runs', async () => {
    const { result, ran, model } = await mixed([]);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'invalid-call' } });
    expect(ran).toEqual([0, 0]);
    expect(model.requests).toHaveLength(1);
  });

  it('has every call of its reply answered in the log', async () => {
    const { result } = await mixed([]);
    expect(outcomesIn(result.messages)).toEqual(['cancelled', 'invalid']);
  });

  it.each([
    ['a choice of none', { kind: 'none' }],
    ['a choice of another tool', { kind: 'specific', names: ['safe'] }],
  ] as const)('is forbidden by %s', async (_, toolChoice) => {
    const [safe, pay] = [aTool('safe'), aTool('pay')];
    const { result } = await run(scriptedModel(calls([['c1', 'pay', {}]])), [safe, pay], { toolChoice });
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'invalid-call' } });
    expect(pay.runs).toEqual([]);
  });

  it('is not satisfied by a grant', async () => {
    const { ran } = await mixed([], grantFor('pay'));
    expect(ran).toEqual([0, 0]);
  });

  it('reaches an additional tool no more than a request tool', async () => {
    const extra = aTool('extra');
    const given = { hooks: [onlySafe], loop: loopConfig({ additionalTools: [extra] }) };
    const { result } = await run(scriptedModel(calls([['c1', 'extra', {}]])), [aTool('safe')], given);
    expect(result.kind).toBe('failed');
    expect(extra.runs).toEqual([]);
  });

  it('is shown to hooks with what was available and what was allowed', async () => {
    const seen: InvalidToolCallEvent[] = [];
    await mixed([recovers({ kind: 'fail' }, seen)]);
    expect(seen).toMatchObject([
      { toolName: 'pay', because: 'filtered-out', availableTools: ['safe', 'pay'], allowedTools: ['safe'] },
    ]);
  });

  it('is decided by the first hook that does not defer', async () => {
    const later: InvalidToolCallEvent[] = [];
    const skip = { kind: 'skip', reason: 'no' } as const;
    const { result } = await mixed([recovers({ kind: 'defer' }), recovers(skip), recovers({ kind: 'fail' }, later)]);
    expect(result.kind).toBe('finished');
    expect(later).toEqual([]);
  });

  it('can be skipped: it gets the reason, its peers do not run, and the model goes on', async () => {
    const { result, ran } = await mixed([recovers({ kind: 'skip', reason: 'not now' })]);
    expect(textsIn(result.messages)).toEqual(['Not run: another call of the same reply was invalid.', 'not now']);
    expect(ran).toEqual([0, 0]);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
  });

  it('cannot be skipped where no tool may be called', async () => {
    const given = { toolChoice: { kind: 'none' } as const, hooks: [recovers({ kind: 'skip', reason: 'x' })] };
    const { result } = await run(scriptedModel(calls([['c1', 'pay', {}]])), [aTool('pay')], given);
    expect(result.kind).toBe('failed');
  });

  it('can be retried with feedback within the budget', async () => {
    const retry = recovers({ kind: 'retry', feedback: 'use safe' });
    const { result, ran, model } = await mixed([retry], { invalidCallRetries: 1 });
    expect(textsIn(result.messages)[1]).toBe('use safe');
    expect(ran).toEqual([0, 0]);
    expect(model.requests).toHaveLength(2);
  });

  it('fails when the budget for retries is used up, which is none by default', async () => {
    const { result } = await mixed([recovers({ kind: 'retry', feedback: 'use safe' })]);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'invalid-call' } });
  });

  it('can be repaired into an allowed tool, which then runs under the new name', async () => {
    const { result, ran } = await mixed([recovers({ kind: 'repair', toolName: 'safe' })]);
    expect(ran).toEqual([2, 0]);
    expect(result.messages[0]).toMatchObject({ calls: [{ toolName: 'safe' }, { toolName: 'safe' }] });
  });

  it('goes through the gate again when it was repaired', async () => {
    const [gatedTool, pay] = [aTool('gated', { gated: true }), aTool('pay')];
    const hooks: Hook[] = [
      { name: 'only', completionCall: () => ({ kind: 'patch', patch: { activeTools: ['gated'] } }) },
      recovers({ kind: 'repair', toolName: 'gated' }),
    ];
    const { result } = await run(scriptedModel(calls([['c1', 'pay', {}]])), [gatedTool, pay], { hooks });
    expect(result.pendingApprovals).toMatchObject([{ toolName: 'gated' }]);
    expect(gatedTool.runs).toEqual([]);
  });

  it.each(['pay', 'ghost'])('fails when it is repaired into %s, which may not be called either', async (toolName) => {
    const { result, ran } = await mixed([recovers({ kind: 'repair', toolName })]);
    expect(result.kind).toBe('failed');
    expect(ran).toEqual([0, 0]);
  });

  it('ends the turn in order when a hook stops, with every call answered', async () => {
    const { result, ran } = await mixed([recovers({ kind: 'stop', reason: 'r' })]);
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop' });
    expect(outcomesIn(result.messages)).toEqual(['cancelled', 'cancelled']);
    expect(ran).toEqual([0, 0]);
  });

  it('lets hooks on tool calls see nothing of a reply that is recovered', async () => {
    const seen: string[] = [];
    const watch: Hook = {
      name: 'watch',
      toolCall({ call }) {
        seen.push(call.toolName);
        return { kind: 'run' };
      },
      stepFinished({ step }) {
        seen.push(`step ${step}`);
        return { kind: 'continue' };
      },
    };
    await mixed([recovers({ kind: 'skip', reason: 'x' }), watch]);
    expect(seen).toEqual(['step 2']);
  });
});

describe('a call to a tool that does not exist', () => {
  it('is offered to hooks before it is answered as not found', async () => {
    const seen: InvalidToolCallEvent[] = [];
    const hooks = [recovers({ kind: 'defer' }, seen)];
    const { result } = await run(scriptedModel(calls([['c1', 'ghost', {}]])), [], { hooks });
    expect(seen).toMatchObject([{ toolName: 'ghost', because: 'unknown' }]);
    expect(outcomesIn(result.messages)).toEqual(['not-found']);
  });

  it('can be repaired into one that does', async () => {
    const safe = aTool('safe');
    const hooks = [recovers({ kind: 'repair', toolName: 'safe' })];
    await run(scriptedModel(calls([['c1', 'saef', {}]])), [safe], { hooks });
    expect(safe.runs).toHaveLength(1);
  });
});
