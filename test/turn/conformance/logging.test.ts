import { describe, expect, it } from 'vitest';
import { run } from '../../support/turn/a-turn.ts';
import { answering, no, yes } from '../../support/turn/decisions.ts';
import { logged } from '../../support/turn/logged.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, output } from '../../support/turn/tools.ts';

const SECRET = 'canary-7f3a';
const reads = aTool('read', { run: () => output(SECRET) });
const model = () => scriptedModel(calls([['c1', 'read', { path: SECRET }]]), words('ok'));

describe('the log of the loop', () => {
  it('says which tool was called and how it ended', async () => {
    const { lines, loop } = logged();
    await run(model(), [reads], { loop });
    expect(lines).toMatchObject([
      { message: 'calling a tool', fields: { toolName: 'read', requestId: 'c1' } },
      { message: 'a tool call ended', fields: { toolName: 'read', outcome: 'succeeded', durationMs: 0 } },
    ]);
  });

  it('has arguments and results when the configuration asks for them', async () => {
    const { lines, loop } = logged({ logSensitiveData: true });
    await run(model(), [reads], { loop });
    expect(lines).toMatchObject([{ fields: { arguments: `{"path":"${SECRET}"}` } }, { fields: { result: SECRET } }]);
  });

  it('has neither arguments nor results otherwise, keys included', async () => {
    const { lines, loop } = logged();
    await run(model(), [reads], { loop });
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(lines.flatMap(({ fields }) => Object.keys(fields))).not.toContain('arguments');
    expect(lines.flatMap(({ fields }) => Object.keys(fields))).not.toContain('result');
  });

  it('has no error texts of tools', async () => {
    const { lines, loop } = logged();
    const bad = aTool('read', { run: () => Promise.reject(new Error(SECRET)) });
    await run(model(), [bad], { loop });
    expect(lines.at(-1)).toMatchObject({ fields: { outcome: 'failed' } });
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('has no reasons of people', async () => {
    const { lines, loop } = logged();
    const pay = aTool('pay', { gated: true });
    const first = await run(scriptedModel(calls([['c1', 'pay', {}]])), [pay]);
    await run(scriptedModel(), [pay], { loop, ...answering(first.result, no(SECRET)) }, first.transcript);
    expect(lines).toMatchObject([{ message: 'a call was answered without running', fields: { outcome: 'denied' } }]);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('warns about an unknown tool without repeating what the model called it', async () => {
    const { lines, loop } = logged();
    await run(scriptedModel(calls([['c1', SECRET, {}]])), [], { loop });
    expect(lines.map(({ message }) => message)).toContain('a call names an unknown tool');
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it.each<[string, Parameters<typeof run>, string]>([
    [
      'a tool that is only declared',
      [scriptedModel(calls([['c1', 'd', {}]])), [aTool('d', { kind: 'declared' })]],
      'a called tool is only declared',
    ],
    ['the last step', [scriptedModel(words('x')), [aTool('a')], { maxSteps: 1 }], 'last step: no function tools'],
    [
      'a call that waits',
      [scriptedModel(calls([['c1', 'p', {}]])), [aTool('p', { gated: true })]],
      'a call waits for a person',
    ],
  ])('mentions %s', async (_, [theModel, tools, given], message) => {
    const { lines, loop } = logged();
    await run(theModel, tools, { ...given, loop });
    expect(lines.map((line) => line.message)).toContain(message);
  });

  it('warns when too many rounds failed in a row', async () => {
    const { lines, loop } = logged({ maximumConsecutiveErrorsPerRequest: 0 });
    const bad = aTool('read', { run: () => Promise.reject(new Error('x')) });
    await run(model(), [bad], { loop });
    expect(lines.map(({ message }) => message)).toContain('too many failing rounds in a row');
  });

  it('mentions a hook that stopped the turn', async () => {
    const { lines, loop } = logged();
    const hook = { name: 'guard', completionCall: () => ({ kind: 'stop', reason: SECRET }) as const };
    await run(scriptedModel(), [], { loop, hooks: [hook] });
    expect(lines).toMatchObject([{ message: 'a hook stopped the turn', fields: { hook: 'guard' } }]);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('has a line for every call of a concurrent batch', async () => {
    const { lines, loop } = logged({ allowConcurrentInvocations: true });
    const two = calls([
      ['c1', 'read', {}],
      ['c2', 'read', {}],
    ]);
    await run(scriptedModel(two), [reads], { loop });
    expect(lines.filter(({ message }) => message === 'a tool call ended')).toHaveLength(2);
  });

  it('names conversation and turn on every line', async () => {
    const { lines, loop } = logged();
    const pay = aTool('pay', { gated: true });
    const first = await run(scriptedModel(calls([['c1', 'pay', {}]])), [pay], { loop });
    await run(scriptedModel(), [pay], { loop, ...answering(first.result, yes()) }, first.transcript);
    expect(lines.every(({ fields }) => fields['conversation'] === 'C1' && fields['turnId'] === 'turn-1')).toBe(true);
  });
});
