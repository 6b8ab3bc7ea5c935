import { describe, expect, it } from 'vitest';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { kindsIn, outcomesIn, resultsIn, textsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, output } from '../../support/turn/tools.ts';

const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
const finish = { type: 'finish', stop: 'tool-calls', usage, grounded: false, providerState: null } as const;

describe('calls of one reply', () => {
  it('does not run a call the provider answered itself', async () => {
    const search = aTool('search');
    const [call] = calls([['c1', 'search', {}]]);
    if (call === undefined) throw new Error('no call');
    const reply = [call, { type: 'provider-tool-result', providerCallId: 'c1' } as const, finish];
    const { result } = await run(scriptedModel([...reply]), [search]);
    expect(search.runs).toEqual([]);
    expect(resultsIn(result.messages)).toEqual([]);
  });

  it('runs a call of ours beside one the provider answered', async () => {
    const [search, add] = [aTool('search'), aTool('add')];
    const reply = calls([
      ['c1', 'search', {}],
      ['c2', 'add', {}],
    ]).toSpliced(2, 0, { type: 'provider-tool-result', providerCallId: 'c1' });
    await run(scriptedModel(reply), [search, add]);
    expect([search.runs.length, add.runs.length]).toEqual([0, 1]);
  });

  it('runs single calls round after round and alternates replies and results', async () => {
    const add = aTool('add');
    const one = (id: string) => calls([[id, 'add', {}]]);
    const { result } = await run(scriptedModel(one('a'), one('b'), one('c'), words('sum')), [add]);
    expect(kindsIn(result.messages)).toEqual([
      ...['assistant', 'results', 'assistant', 'results', 'assistant', 'results'],
      'assistant',
    ]);
    expect(add.runs).toHaveLength(3);
  });

  it.each([
    ['one at a time', false],
    ['concurrently', true],
  ])('puts results in call order when calls run %s', async (_, allowConcurrentInvocations) => {
    const slow = aTool('slow', { run: () => new Promise((resolve) => setImmediate(() => resolve(output('slow')))) });
    const fast = aTool('fast', { run: () => output('fast') });
    const model = scriptedModel(
      calls([
        ['c1', 'slow', {}],
        ['c2', 'fast', {}],
      ]),
    );
    const loop = loopConfig({ allowConcurrentInvocations });
    const { result } = await run(model, [slow, fast], { loop });
    expect(textsIn(result.messages)).toEqual(['slow', 'fast']);
  });

  it('lets two calls that wait for each other finish when concurrency is on', async () => {
    const { promise: met, resolve } = Promise.withResolvers<void>();
    const first = aTool('first', { run: () => met.then(() => output('1')) });
    const second = aTool('second', {
      run() {
        resolve();
        return output('2');
      },
    });
    const model = scriptedModel(
      calls([
        ['c1', 'first', {}],
        ['c2', 'second', {}],
      ]),
    );
    const { result } = await run(model, [first, second], { loop: loopConfig({ allowConcurrentInvocations: true }) });
    expect(textsIn(result.messages)).toEqual(['1', '2']);
  });

  it.each([
    ['never more than one by default', {}, 1],
    [
      'never more than the cap when concurrent',
      { allowConcurrentInvocations: true, maximumConcurrentInvocations: 2 },
      2,
    ],
  ])('has %s active', async (_, given, most) => {
    let active = 0;
    let peak = 0;
    const tool = aTool('t', {
      async run() {
        peak = Math.max(peak, ++active);
        await new Promise(setImmediate);
        active -= 1;
        return output('ok');
      },
    });
    const model = scriptedModel(calls(['a', 'b', 'c', 'd'].map((id) => [id, 't', {}] as const)));
    await run(model, [tool], { loop: loopConfig(given) });
    expect(peak).toBe(most);
  });

  it('keeps the text around calls and all calls and results', async () => {
    const model = scriptedModel(calls([['c1', 'add', {}]], 'Let me see.'), words('3'));
    const { result } = await run(model, [aTool('add')]);
    expect(result.messages).toMatchObject([
      { kind: 'assistant', text: 'Let me see.', calls: [{ requestId: 'c1' }] },
      { kind: 'results', results: [{ requestId: 'c1' }] },
      { kind: 'assistant', text: '3', calls: [] },
    ]);
  });

  it('sends the reply with its calls and its results in the next request', async () => {
    const model = scriptedModel(calls([['c1', 'add', {}]]), words('3'));
    await run(model, [aTool('add')]);
    expect(model.requests.map(({ messages }) => kindsIn(messages))).toEqual([
      ['user'],
      ['user', 'assistant', 'results'],
    ]);
  });

  it('gives a second call with a used id a fresh request id', async () => {
    const add = aTool('add');
    const model = scriptedModel(calls([['c1', 'add', { a: 1 }]]), calls([['c1', 'add', { a: 1 }]]), words('done'));
    const { result } = await run(model, [add]);
    const ids = resultsIn(result.messages).map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(2);
    expect(add.runs).toHaveLength(2);
  });

  it('gives two calls of one reply with the same id different request ids', async () => {
    const model = scriptedModel(
      calls([
        ['c1', 'pay', { to: 'a' }],
        ['c1', 'pay', { to: 'b' }],
      ]),
    );
    const { result } = await run(model, [aTool('pay', { gated: true })]);
    expect(new Set(result.pendingApprovals.map(({ requestId }) => requestId)).size).toBe(2);
  });

  it.each(['', 'x'.repeat(10_000), '../../etc/passwd', 'é', 'a b'])('replaces the provider id %j', async (id) => {
    const add = aTool('add');
    await run(scriptedModel(calls([[id, 'add', {}]])), [add], {
      ids: { uuid: () => 'fresh', token: () => 'token' },
    });
    expect(add.runs.map(({ context }) => context.requestId)).toEqual(['fresh']);
  });

  it('keeps the longest provider id that may be kept', async () => {
    const add = aTool('add');
    const id = 'x'.repeat(128);
    await run(scriptedModel(calls([[id, 'add', {}]])), [add]);
    expect(add.runs.map(({ context }) => context.requestId)).toEqual([id]);
  });

  it('takes a call with no arguments text for one with no arguments', async () => {
    const add = aTool('add');
    const { result } = await run(scriptedModel(calls([['c1', 'add', '']])), [add]);
    expect(add.runs.map(({ args }) => args)).toEqual([{}]);
    expect(result.messages[0]).toMatchObject({ calls: [{ kind: 'call', argsJson: '{}' }] });
  });

  it('makes synthetic ids with newId when the configuration has one', async () => {
    const add = aTool('add');
    const loop = loopConfig({ newId: () => 'mine' });
    await run(scriptedModel(calls([['', 'add', {}]])), [add], { loop });
    expect(add.runs[0]?.context.requestId).toBe('mine');
  });

  it('answers malformed arguments to the model and asks nobody', async () => {
    const pay = aTool('pay', { gated: true });
    const { result } = await run(scriptedModel(calls([['c1', 'pay', '{"a":1,"a":2}']])), [pay]);
    expect(result.kind).toBe('finished');
    expect(outcomesIn(result.messages)).toEqual(['invalid']);
    expect(pay.runs).toEqual([]);
  });

  it('answers the calls beyond the cap of one reply without running them', async () => {
    const add = aTool('add');
    const many = Array.from({ length: 130 }, (_, index) => [`c${index}`, 'add', {}] as const);
    const { result } = await run(scriptedModel(calls(many)), [add]);
    expect(add.runs).toHaveLength(128);
    expect(outcomesIn(result.messages).slice(-2)).toEqual(['invalid', 'invalid']);
  });

  it('fails a reply with more calls than any reply has', async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => [`c${index}`, 'add', {}] as const);
    const { result } = await run(scriptedModel(calls(many)), [aTool('add')]);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'model' } });
  });
});
