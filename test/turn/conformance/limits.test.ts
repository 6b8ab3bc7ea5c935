import { describe, expect, it } from 'vitest';
import type { Usage } from '../../../src/domain/event.ts';
import { silent } from '../../../src/ports/logger.ts';
import type { ModelPart } from '../../../src/ports/model.ts';
import { InvalidLoopConfig, loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { outcomesIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

describe('limits', () => {
  const forever = (tool: string) => (request: { readonly messages: readonly unknown[] }) =>
    calls([[`c${request.messages.length}`, tool, {}]]);
  const always = (tool: string) => scriptedModel(...Array.from({ length: 60 }, () => forever(tool)));

  it('makes exactly the maximum of rounds, then one request without function tools, and runs no more', async () => {
    const add = aTool('add');
    const model = always('add');
    const { result } = await run(model, [add], { loop: loopConfig({ maximumIterationsPerRequest: 7 }) });
    expect(add.runs).toHaveLength(7);
    expect(model.requests).toHaveLength(8);
    expect(model.requests.at(-1)?.tools).toEqual([]);
    expect(result).toMatchObject({ kind: 'finished', end: 'max-steps' });
    expect(outcomesIn(result.messages).at(-1)).toBe('cancelled');
  });

  it('takes forty rounds when nothing is configured', async () => {
    const add = aTool('add');
    await run(always('add'), [add]);
    expect(add.runs).toHaveLength(40);
  });

  it('drops a required tool choice from the last request and keeps web search', async () => {
    const model = always('add');
    await run(model, [aTool('add')], {
      toolChoice: { kind: 'required' },
      webSearch: true,
      loop: loopConfig({ maximumIterationsPerRequest: 1 }),
    });
    expect(model.requests.at(-1)).toMatchObject({ tools: [], toolChoice: { kind: 'auto' }, webSearch: true });
  });

  it('drops a required tool choice after the first round', async () => {
    const model = scriptedModel(calls([['c1', 'add', {}]]), words('3'));
    await run(model, [aTool('add')], { toolChoice: { kind: 'required' } });
    expect(model.requests.map(({ toolChoice }) => toolChoice.kind)).toEqual(['required', 'auto']);
  });

  it('passes one request through untouched at zero iterations', async () => {
    const add = aTool('add');
    const model = scriptedModel(calls([['c1', 'add', {}]]));
    const { result } = await run(model, [add], { loop: loopConfig({ maximumIterationsPerRequest: 0 }) });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.tools).toHaveLength(1);
    expect(result).toMatchObject({ kind: 'finished', end: 'unrun-calls' });
    expect(add.runs).toEqual([]);
  });

  it.each([
    ['maximumIterationsPerRequest', -1, 0],
    ['maximumConsecutiveErrorsPerRequest', -1, 0],
    ['maximumIterationsPerRequest', 1.5, 0],
    ['maximumConcurrentInvocations', 0, 1],
  ] as const)('refuses %s %d at construction and names both', (field, value, least) => {
    const make = () => loopConfig({ [field]: value });
    expect(make).toThrow(InvalidLoopConfig);
    expect(make).toThrow(
      expect.objectContaining({
        name: 'InvalidLoopConfig',
        code: 'invalid-loop-config',
        field,
        message: `${field} is ${value}; it must be an integer of at least ${least}.`,
      }),
    );
  });

  it('has the defaults of the seed', () => {
    expect(loopConfig({})).toEqual({
      logger: silent,
      logSensitiveData: false,
      additionalTools: [],
      includeDetailedErrors: false,
      terminateOnUnknownCalls: false,
      allowConcurrentInvocations: false,
      maximumConcurrentInvocations: null,
      maximumConsecutiveErrorsPerRequest: 3,
      maximumIterationsPerRequest: 40,
      newId: null,
      disableApprovalResponseBinding: false,
      disableApprovalNotRequiredFunctionBypassing: false,
    });
  });

  it('asks once more for words, without tools, when tools ran and no text came', async () => {
    const model = scriptedModel(calls([['c1', 'add', {}]]), words(''), words('three'));
    const { result } = await run(model, [aTool('add')]);
    expect(model.requests.at(-1)?.tools).toEqual([]);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
    expect(result.messages.at(-1)).toMatchObject({ text: 'three' });
  });

  it('does not enter an empty reply into the transcript', async () => {
    const { result, journal } = await run(scriptedModel(words('')), []);
    expect(result).toMatchObject({ kind: 'finished', end: 'end', messages: [] });
    expect(journal.events).toEqual([]);
  });

  it('makes no more model requests than maxSteps', async () => {
    const model = always('add');
    const { result } = await run(model, [aTool('add')], { maxSteps: 3 });
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
    expect(result).toMatchObject({ kind: 'finished', end: 'max-steps' });
  });

  it('sums usage over all requests and reports how the last one stopped', async () => {
    const costing = (reply: readonly ModelPart[], usage: Usage) =>
      reply.map((part) => (part.type === 'finish' ? { ...part, usage } : part));
    const model = scriptedModel(
      costing(calls([['c1', 'add', {}]]), { inputTokens: 1, outputTokens: 10, cachedInputTokens: 100 }),
      costing(words('3'), { inputTokens: 2, outputTokens: 20, cachedInputTokens: 200 }),
    );
    const { result } = await run(model, [aTool('add')]);
    expect(result.usage).toEqual({ inputTokens: 3, outputTokens: 30, cachedInputTokens: 300 });
    expect(result.stop).toBe('end');
  });
});
