import { describe, expect, it } from 'vitest';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { outcomesIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

describe('which tool a name means', () => {
  it.each([
    ['beside request tools', [aTool('other')]],
    ['without request tools', []],
  ])('runs an additional tool %s and never sends it to the provider', async (_, tools) => {
    const extra = aTool('extra');
    const model = scriptedModel(calls([['c1', 'extra', {}]]));
    await run(model, tools, { loop: loopConfig({ additionalTools: [extra] }) });
    expect(extra.runs).toHaveLength(1);
    expect(model.requests.flatMap((request) => request.tools.map(({ name }) => name))).not.toContain('extra');
  });

  it('prefers a request tool to an additional one of the same name, for the approval question too', async () => {
    const [requested, additional] = [aTool('t'), aTool('t', { gated: true })];
    const loop = loopConfig({ additionalTools: [additional] });
    const { result } = await run(scriptedModel(calls([['c1', 't', {}]])), [requested], { loop });
    expect(result.kind).toBe('finished');
    expect([requested.runs.length, additional.runs.length]).toEqual([1, 0]);
  });

  it('prefers the first of two additional tools of one name', async () => {
    const [first, second] = [aTool('t'), aTool('t')];
    const loop = loopConfig({ additionalTools: [first, second] });
    await run(scriptedModel(calls([['c1', 't', {}]])), [], { loop });
    expect([first.runs.length, second.runs.length]).toEqual([1, 0]);
  });

  it('asks for an additional tool that needs approval', async () => {
    const loop = loopConfig({ additionalTools: [aTool('extra', { gated: true })] });
    const { result } = await run(scriptedModel(calls([['c1', 'extra', {}]])), [], { loop });
    expect(result.pendingApprovals).toMatchObject([{ toolName: 'extra' }]);
  });

  it('answers an unknown name with not found, runs its siblings and goes on', async () => {
    const add = aTool('add');
    const model = scriptedModel(
      calls([
        ['c1', 'ghost', {}],
        ['c2', 'add', {}],
      ]),
      words('ok'),
    );
    const { result } = await run(model, [add]);
    expect(outcomesIn(result.messages)).toEqual(['not-found', 'succeeded']);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'Add', 'add\u200b'])(
    'does not know a tool named %j',
    async (name) => {
      const { result } = await run(scriptedModel(calls([['c1', name, {}]])), [aTool('add')]);
      expect(outcomesIn(result.messages)).toEqual(['not-found']);
    },
  );

  it('returns the whole reply unrun for an unknown name when told to terminate', async () => {
    const add = aTool('add');
    const model = scriptedModel(
      calls([
        ['c1', 'add', {}],
        ['c2', 'ghost', {}],
      ]),
    );
    const loop = loopConfig({ terminateOnUnknownCalls: true });
    const { result } = await run(model, [add], { loop });
    expect(result).toMatchObject({ kind: 'finished', end: 'unrun-calls' });
    expect(result.messages[0]).toMatchObject({ calls: [{ toolName: 'add' }, { toolName: 'ghost' }] });
    expect(add.runs).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it.each([false, true])('stops before anything runs at a declared tool (terminate: %s)', async (terminate) => {
    const [add, declared] = [aTool('add'), aTool('declared', { kind: 'declared' })];
    const model = scriptedModel(
      calls([
        ['c1', 'add', {}],
        ['c2', 'declared', {}],
      ]),
    );
    const loop = loopConfig({ terminateOnUnknownCalls: terminate });
    const { result } = await run(model, [add, declared], { loop });
    expect(result).toMatchObject({ kind: 'finished', end: 'unrun-calls' });
    expect(add.runs).toEqual([]);
  });

  it('leaves no call of an unrun reply open in the log', async () => {
    const { result } = await run(scriptedModel(calls([['c1', 'd', {}]])), [aTool('d', { kind: 'declared' })]);
    expect(outcomesIn(result.messages)).toEqual(['cancelled']);
  });
});
