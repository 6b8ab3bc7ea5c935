import { describe, expect, it } from 'vitest';
import type { Logger } from '../../../src/ports/logger.ts';
import { silent } from '../../../src/ports/logger.ts';
import type { CompletionCallAction, Hook } from '../../../src/turn/hook.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import type { RequestPatch } from '../../../src/turn/request-patch.ts';
import { run, says } from '../../support/turn/a-turn.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const patches = (patch: RequestPatch): Hook => ({ name: 'patches', completionCall: () => ({ kind: 'patch', patch }) });

/** The request a step makes when these patches are merged, over a baseline with everything set. */
async function requestWith(...list: readonly RequestPatch[]) {
  const warned: unknown[] = [];
  const logger: Logger = { ...silent, warn: ({ patchField }) => void warned.push(patchField) };
  const model = scriptedModel(words('ok'));
  const { result } = await run(model, [aTool('a'), aTool('b'), aTool('c')], {
    system: 'base',
    temperature: 1,
    maxTokens: 100,
    additionalParams: { seed: 1, nested: { a: 1 } },
    hooks: list.map(patches),
    loop: loopConfig({ logger }),
  });
  const [request] = model.requests;
  return { request, result, warned, tools: request?.tools.map(({ name }) => name) };
}

describe('merging patches', () => {
  it('inherits the whole baseline when nothing is patched', async () => {
    const { request } = await requestWith();
    expect(request).toMatchObject({
      system: 'base',
      temperature: 1,
      maxTokens: 100,
      toolChoice: { kind: 'auto' },
      additionalParams: { seed: 1, nested: { a: 1 } },
      context: [],
    });
  });

  it.each<[keyof RequestPatch, RequestPatch, RequestPatch, object]>([
    ['preamble', { preamble: 'one' }, { preamble: 'two' }, { system: 'two' }],
    ['temperature', { temperature: 0.1 }, { temperature: 0.2 }, { temperature: 0.2 }],
    ['maxTokens', { maxTokens: 1 }, { maxTokens: 2 }, { maxTokens: 2 }],
    [
      'toolChoice',
      { toolChoice: { kind: 'none' } },
      { toolChoice: { kind: 'required' } },
      { toolChoice: { kind: 'required' } },
    ],
    ['history', { history: [says('one')] }, { history: [says('two')] }, { messages: [says('two')] }],
  ])('takes %s from the last hook and warns once', async (field, first, second, expected) => {
    const { request, warned } = await requestWith(first, second);
    expect(request).toMatchObject(expected);
    expect(warned).toEqual([field]);
  });

  it('warns about a field that two hooks set to the same value', async () => {
    const { warned } = await requestWith({ temperature: 0.5 }, { temperature: 0.5 });
    expect(warned).toEqual(['temperature']);
  });

  it('does not warn about lists and parameters, which are merged', async () => {
    const patch = { activeTools: ['a'], additionalParams: { x: 1 }, extraContext: [{ id: 'd', text: 't' }] };
    const { warned } = await requestWith(patch, patch);
    expect(warned).toEqual([]);
  });

  it('appends context documents in registration order', async () => {
    const doc = (id: string) => ({ extraContext: [{ id, text: id }] });
    const { request } = await requestWith(doc('1'), doc('2'), doc('3'));
    expect(request?.context.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('merges parameter objects by top-level key, later keys winning, over the baseline', async () => {
    const { request } = await requestWith(
      { additionalParams: { seed: 2, top: 1 } },
      { additionalParams: { nested: { b: 2 } } },
    );
    expect(request?.additionalParams).toEqual({ seed: 2, top: 1, nested: { b: 2 } });
  });

  it('takes null as a value of a parameter and not as its removal', async () => {
    const { request } = await requestWith({ additionalParams: { seed: null } });
    expect(request?.additionalParams).toEqual({ seed: null, nested: { a: 1 } });
  });

  it('keeps a parameter named __proto__ as data', async () => {
    const { request } = await requestWith({ additionalParams: JSON.parse('{"__proto__":{"admin":true}}') });
    expect(Object.hasOwn(Object(request?.additionalParams), '__proto__')).toBe(true);
  });

  it.each([[['x']], ['text'], [7]])('lets a later value that is no object replace everything: %j', async (value) => {
    const { request } = await requestWith({ additionalParams: { top: 1 } }, { additionalParams: value });
    expect(request?.additionalParams).toEqual(value);
  });

  it('intersects allow-lists in the order of the earlier one', async () => {
    const { tools } = await requestWith({ activeTools: ['c', 'a', 'b'] }, { activeTools: ['b', 'c'] });
    expect(tools).toEqual(['b', 'c']);
  });

  it('keeps a list that only one hook sets', async () => {
    const { tools } = await requestWith({ activeTools: ['b'] }, { temperature: 0 });
    expect(tools).toEqual(['b']);
  });

  it('advertises nothing when allow-lists have nothing in common', async () => {
    const { tools } = await requestWith({ activeTools: ['a'] }, { activeTools: ['b'] });
    expect(tools).toEqual([]);
  });

  it('takes empty values for values', async () => {
    const { request, tools } = await requestWith({ preamble: '', temperature: 0, activeTools: [], history: [] });
    expect(request).toMatchObject({ system: '', temperature: 0, messages: [] });
    expect(tools).toEqual([]);
  });

  it('lets a field that a later hook leaves undefined stand', async () => {
    const { request } = await requestWith(
      { preamble: 'one', activeTools: ['a'] },
      Object.fromEntries(['preamble', 'activeTools'].map((field) => [field, undefined])),
    );
    expect([request?.system, request?.tools.map(({ name }) => name)]).toEqual(['one', ['a']]);
  });

  it('composes a nested stack left to right', async () => {
    const model = scriptedModel(words('ok'));
    const hooks = [[patches({ preamble: 'inner', temperature: 0.1 })], patches({ preamble: 'outer' })];
    await run(model, [], { hooks });
    expect(model.requests[0]).toMatchObject({ system: 'outer', temperature: 0.1 });
  });

  it('refuses a patch with a field that does not exist', async () => {
    const { result, request } = await requestWith(JSON.parse('{"tools":["rm"]}'));
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'hook' } });
    expect(request).toBeUndefined();
  });
});

describe('a patch of one step', () => {
  it('does not leak into the next step', async () => {
    const model = scriptedModel(calls([['c1', 'a', {}]]), words('ok'));
    const once: Hook = {
      name: 'once',
      completionCall: ({ step }): CompletionCallAction =>
        step === 1
          ? { kind: 'patch', patch: { preamble: 'first', activeTools: ['a'], extraContext: [{ id: 'd', text: 't' }] } }
          : { kind: 'continue' },
    };
    await run(model, [aTool('a'), aTool('b')], { hooks: [once] });
    expect(model.requests.map(({ system, tools, context }) => [system, tools.length, context.length])).toEqual([
      ['first', 1, 1],
      ['You help.', 2, 0],
    ]);
  });

  it('changes what is sent and not what is stored', async () => {
    const model = scriptedModel(words('ok'));
    const { result } = await run(model, [], { hooks: [patches({ history: [says('other')] })] }, [says('mine')]);
    expect(model.requests[0]?.messages).toEqual([says('other')]);
    expect(result.messages).toMatchObject([{ kind: 'assistant', text: 'ok' }]);
  });

  it('is offered the baseline, not what earlier hooks patched', async () => {
    const seen: unknown[] = [];
    const watch: Hook = {
      name: 'watch',
      completionCall({ messages }) {
        seen.push(messages);
        return { kind: 'continue' };
      },
    };
    await run(scriptedModel(words('ok')), [], { hooks: [patches({ history: [] }), watch] }, [says('mine')]);
    expect(seen).toEqual([[says('mine')]]);
  });

  it('is thrown away with the whole step when a later hook stops', async () => {
    const model = scriptedModel(words('ok'));
    const stop: Hook = { name: 'stop', completionCall: () => ({ kind: 'stop', reason: 'r' }) };
    const { result } = await run(model, [], { hooks: [patches({ preamble: 'x' }), stop] });
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop' });
    expect(model.requests).toEqual([]);
  });

  it.each<[string, RequestPatch['history']]>([
    ['results without their calls', [{ kind: 'results', results: [] }]],
    [
      'calls without results',
      [
        {
          kind: 'assistant',
          text: '',
          providerState: null,
          calls: [
            {
              kind: 'malformed',
              providerCallId: 'c',
              requestId: JSON.parse('"c"'),
              toolName: 't',
              rawArguments: '',
              reason: '',
            },
          ],
        },
      ],
    ],
  ])('is refused before any provider call when its history has %s', async (_, history = []) => {
    const { result, request } = await requestWith({ history });
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'configuration' } });
    expect(request).toBeUndefined();
  });
});

describe('a request that cannot be right', () => {
  const messageOf = async (...list: readonly RequestPatch[]) => {
    const { result, request } = await requestWith(...list);
    expect(request).toBeUndefined();
    return result.failure?.message ?? '';
  };

  it('names an active tool that is not available', async () => {
    expect(await messageOf({ activeTools: ['a', 'zzz'] })).toBe(
      'RequestPatch.activeTools names tools that are not available: zzz.',
    );
  });

  it('blames the filter when it leaves nothing to require', async () => {
    expect(await messageOf({ toolChoice: { kind: 'required' }, activeTools: [] })).toContain(
      'RequestPatch.activeTools',
    );
  });

  it('does not blame a filter that is not there', async () => {
    const model = scriptedModel();
    const { result } = await run(model, [], { toolChoice: { kind: 'required' } });
    expect(result.failure?.message).toBe('The tool choice is required, and no tool is advertised.');
    expect(model.requests).toEqual([]);
  });

  it('blames the filter for a tool it removed from a specific choice', async () => {
    const message = await messageOf({ toolChoice: { kind: 'specific', names: ['b'] }, activeTools: ['a'] });
    expect(message).toBe('The tool choice names b; advertised: a. RequestPatch.activeTools filtered out b.');
  });

  it('does not blame the filter for a misspelt name', async () => {
    const message = await messageOf({ toolChoice: { kind: 'specific', names: ['bb'] }, activeTools: ['a'] });
    expect(message).toBe('The tool choice names bb; advertised: a.');
  });

  it('refuses a specific choice of nothing', async () => {
    expect(await messageOf({ toolChoice: { kind: 'specific', names: [] } })).toContain('names no tool');
  });
});
