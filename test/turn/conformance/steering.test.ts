import { describe, expect, it } from 'vitest';
import type { Hook, StepFinishedEvent } from '../../../src/turn/hook.ts';
import { run, says } from '../../support/turn/a-turn.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

describe('a hook on deltas', () => {
  it('stops before the delta is forwarded, and nothing of the reply is kept', async () => {
    const seen: unknown[] = [];
    const stop: Hook = {
      name: 'stop',
      textDelta: ({ delta }) => (delta === 'bad' ? { kind: 'stop', reason: 'r' } : { kind: 'continue' }),
    };
    const { result } = await run(scriptedModel(words('good', 'bad', 'more')), [], {
      hooks: [stop],
      stream: { push: (event) => void seen.push(event) },
    });
    expect(seen).toEqual([{ kind: 'text', delta: 'good' }]);
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop', messages: [] });
  });

  it('sees the arguments of a call as they arrive', async () => {
    const seen: string[] = [];
    const watch: Hook = {
      name: 'watch',
      toolCallDelta({ toolName, delta }) {
        seen.push(`${toolName}:${delta}`);
        return { kind: 'continue' };
      },
    };
    const delta = { type: 'tool-call-delta', providerCallId: 'c1', toolName: 't', delta: '{"a"' } as const;
    const { result } = await run(scriptedModel([delta, ...words('ok')]), [], { hooks: [watch] });
    expect(seen).toEqual(['t:{"a"']);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
  });

  it('stops over the arguments of a call before the call is complete, and nothing of the reply is kept', async () => {
    const add = aTool('add');
    const stop: Hook = { name: 'stop', toolCallDelta: () => ({ kind: 'stop', reason: 'r' }) };
    const delta = { type: 'tool-call-delta', providerCallId: 'c1', toolName: 'add', delta: '{}' } as const;
    const model = scriptedModel([delta, ...calls([['c1', 'add', {}]])]);
    const { result } = await run(model, [add], { hooks: [stop] });
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop', messages: [] });
    expect(add.runs).toEqual([]);
  });

  it.each<[string, Hook]>([
    ['throws', { name: 'h', textDelta: () => JSON.parse('') }],
    ['returns nothing', { name: 'h', textDelta: () => JSON.parse('null') }],
    ['asks for what it may not', { name: 'h', textDelta: () => JSON.parse('{"kind":"patch"}') }],
  ])('fails the turn when it %s', async (_, hook) => {
    const { result } = await run(scriptedModel(words('x')), [], { hooks: [hook] });
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'hook' } });
  });

  it('is asked in order until one stops', async () => {
    const seen: string[] = [];
    const hook = (name: string, kind: 'continue' | 'stop'): Hook => ({
      name,
      textDelta() {
        seen.push(name);
        return kind === 'stop' ? { kind, reason: 'r' } : { kind };
      },
    });
    const hooks = [hook('a', 'continue'), [hook('b', 'stop')], hook('c', 'continue')];
    await run(scriptedModel(words('x')), [], { hooks });
    expect(seen).toEqual(['a', 'b']);
  });
});

describe('a hook on finished steps', () => {
  it('is asked once for every accepted reply, with what was really sent', async () => {
    const seen: StepFinishedEvent[] = [];
    const watch: Hook = {
      name: 'watch',
      completionCall: () => ({ kind: 'patch', patch: { maxTokens: 7 } }),
      stepFinished(event) {
        seen.push(event);
        return { kind: 'continue' };
      },
    };
    await run(scriptedModel(calls([['c1', 'add', {}]]), words('3')), [aTool('add')], { hooks: [watch] });
    expect(seen).toMatchObject([
      { step: 1, calls: 1, stop: 'tool-calls', maxTokens: 7 },
      { step: 2, calls: 0, text: '3', maxTokens: 7 },
    ]);
  });

  const retryOnce = (feedback: string | null): Hook => ({
    name: 'retry',
    stepFinished: ({ step }) => (step === 1 ? { kind: 'retry', feedback } : { kind: 'continue' }),
  });

  it('drops a reply it wants repeated and asks again from the same place', async () => {
    const model = scriptedModel(words('bad'), words('good'));
    const { result, journal } = await run(model, [], { hooks: [retryOnce(null)] });
    expect(model.requests[1]?.messages).toEqual(model.requests[0]?.messages);
    expect(result.messages).toMatchObject([{ text: 'good' }]);
    expect(journal.events).toHaveLength(1);
  });

  it('shows the model its reply and what is wrong with it, and stores neither', async () => {
    const model = scriptedModel(words('bad'), words('good'));
    const { result } = await run(model, [], { hooks: [retryOnce('be kind')] });
    expect(model.requests[1]?.messages).toMatchObject([says('please'), { text: 'bad' }, says('be kind', null)]);
    expect(result.messages).toMatchObject([{ text: 'good' }]);
  });

  it('shows the model no reply of only white space, which a provider would refuse', async () => {
    const model = scriptedModel(words(' '), words('good'));
    await run(model, [], { hooks: [retryOnce('say something')] });
    expect(model.requests[1]?.messages).toEqual([says('please'), says('say something', null)]);
  });

  it('may not retry a reply that calls tools, and nothing of it runs', async () => {
    const add = aTool('add');
    const { result } = await run(scriptedModel(calls([['c1', 'add', {}]])), [add], { hooks: [retryOnce(null)] });
    const message = 'A hook asked to retry a reply that calls tools.';
    expect(result.failure).toEqual({ kind: 'hook', message, retryable: false, errors: [] });
    expect(add.runs).toEqual([]);
  });

  it('cannot retry past the last step', async () => {
    const always: Hook = { name: 'always', stepFinished: () => ({ kind: 'retry', feedback: null }) };
    const model = scriptedModel(...Array.from({ length: 9 }, () => words('again')));
    const { result } = await run(model, [], { hooks: [always], maxSteps: 4 });
    expect(model.requests).toHaveLength(4);
    expect(result.kind).toBe('finished');
  });

  it('stops the run before words are accepted', async () => {
    const stop: Hook = { name: 'stop', stepFinished: () => ({ kind: 'stop', reason: 'r' }) };
    const { result, journal } = await run(scriptedModel(words('x')), [], { hooks: [stop] });
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop', messages: [] });
    expect(journal.events).toEqual([]);
  });

  it('stops the run before the reply is accepted or anything of it runs', async () => {
    const add = aTool('add');
    const stop: Hook = { name: 'stop', stepFinished: () => ({ kind: 'stop', reason: 'r' }) };
    const { result, journal } = await run(scriptedModel(calls([['c1', 'add', {}]])), [add], { hooks: [stop] });
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop' });
    expect([add.runs, journal.events]).toEqual([[], []]);
  });
});
