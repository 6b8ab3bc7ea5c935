import { describe, expect, it } from 'vitest';
import { type Model, ModelFailure, type ModelPart } from '../../src/ports/model.ts';
import { run } from '../support/turn/a-turn.ts';
import { calls, scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool } from '../support/turn/tools.ts';

/** Replies in order and then does what it is told to do. */
function breaking(end: () => never, ...script: readonly (readonly ModelPart[])[]): Model {
  let step = 0;
  return {
    name: 'breaking',
    async *stream() {
      const reply = script[step++];
      if (reply === undefined) end();
      yield* reply;
    },
  };
}

const overloaded = (): never => {
  throw new ModelFailure('overloaded', 'try later', { retryable: true });
};

describe('a model that fails', () => {
  it('is a failure on the result, with whether another try may help', async () => {
    const { result } = await run(breaking(overloaded), []);
    expect(result).toMatchObject({
      kind: 'failed',
      failure: { kind: 'model', message: 'overloaded: try later', retryable: true },
    });
  });

  it('loses nothing of what was done before', async () => {
    const add = aTool('add');
    const first = await run(breaking(overloaded, calls([['c1', 'add', {}]])), [add]);
    expect(first.result.messages).toMatchObject([{ kind: 'assistant' }, { kind: 'results' }]);
    await run(scriptedModel(words('3')), [add], {}, first.transcript);
    expect(add.runs).toHaveLength(1);
  });

  it('enters nothing of a reply that broke off', async () => {
    const partial: Model = {
      name: 'partial',
      async *stream() {
        yield { type: 'text', delta: 'I will n' };
        overloaded();
      },
    };
    const { result, journal } = await run(partial, []);
    expect([result.messages, journal.events]).toEqual([[], []]);
  });

  it('runs nothing of a reply that ended without finishing', async () => {
    const add = aTool('add');
    const unfinished = scriptedModel(calls([['c1', 'add', {}]]).slice(0, -1));
    const { result } = await run(unfinished, [add]);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'model', retryable: true } });
    expect(add.runs).toEqual([]);
  });

  it('says nothing of an unexpected error to anyone but the host', async () => {
    const cause = new Error('secret');
    const throws = (): never => {
      throw cause;
    };
    const { result } = await run(breaking(throws), []);
    expect(result.failure).toMatchObject({ message: 'The model adapter threw.', errors: [cause] });
  });

  it('reads nothing after the end of a reply', async () => {
    const add = aTool('add');
    const { result } = await run(scriptedModel([...words('bye'), ...calls([['c1', 'add', {}]])]), [add]);
    expect(result).toMatchObject({ kind: 'finished', messages: [{ text: 'bye', calls: [] }] });
    expect(add.runs).toEqual([]);
  });

  it('is given up when its text never ends', async () => {
    const endless: Model = {
      name: 'endless',
      async *stream() {
        const delta = 'x'.repeat(1_000_000);
        for (;;) yield { type: 'text', delta };
      },
    };
    const { result } = await run(endless, []);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'model' } });
  });
});

describe('the stable prefix of a request', () => {
  it('is the same objects on every step of a turn', async () => {
    const model = scriptedModel(calls([['c1', 'add', {}]]), words('3'));
    await run(model, [aTool('add')], { cacheHint: 'stable-prefix' });
    const [first, second] = model.requests;
    expect(second?.tools).toBe(first?.tools);
    expect(second?.system).toBe(first?.system);
    expect(model.requests.map(({ cacheHint }) => cacheHint)).toEqual(['stable-prefix', 'stable-prefix']);
  });

  it('leaves requests as they were made when the turn goes on', async () => {
    const model = scriptedModel(calls([['c1', 'add', {}]]), words('3'));
    await run(model, [aTool('add')]);
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
  });
});
