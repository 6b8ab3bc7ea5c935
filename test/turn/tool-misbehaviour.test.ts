import { describe, expect, it } from 'vitest';
import { OutcomeUnknown } from '../../src/ports/tools.ts';
import { run } from '../support/turn/a-turn.ts';
import { graceOnly, impatient } from '../support/turn/impatient-timer.ts';
import { outcomesIn, textsIn } from '../support/turn/results.ts';
import { calls, scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool, output, type TestTool } from '../support/turn/tools.ts';

const model = () => scriptedModel(calls([['c1', 't', { list: [1] }]]), words('ok'));
const runs = (tool: TestTool, given: Parameters<typeof run>[2] = {}) => run(model(), [tool], given);
const hangs = () => new Promise<never>(() => {});

describe('a tool that misbehaves gets one clear result', () => {
  it.each<[string, () => never | Promise<never>]>([
    [
      'throws at once',
      () => {
        throw new Error('x');
      },
    ],
    ['rejects', () => Promise.reject(new Error('x'))],
    ['rejects with no error', () => Promise.reject(JSON.parse('"just text"'))],
    ['rejects with nothing', () => Promise.reject(JSON.parse('null'))],
  ])('when it %s', async (_, misbehave) => {
    const { result } = await runs(aTool('t', { run: misbehave }));
    expect(outcomesIn(result.messages)).toEqual(['failed']);
    expect(result.kind).toBe('finished');
  });

  it('when it throws before it returns a promise', async () => {
    const tool = aTool('t', {
      execute() {
        throw new Error('x');
      },
    });
    const { result } = await runs(tool);
    expect(outcomesIn(result.messages)).toEqual(['failed']);
  });

  it.each(['null', '"text"', '{}', '{"text":7,"isError":false}'])('when it returns %s', async (returned) => {
    const { result } = await runs(aTool('t', { run: () => JSON.parse(returned) }));
    expect(outcomesIn(result.messages)).toEqual(['failed']);
  });

  it('when it hangs: what may be repeated has failed', async () => {
    const tool = aTool('t', { effect: 'read', run: hangs });
    const { result } = await runs(tool, { startTimer: impatient, toolTimeoutMs: 5 });
    expect(textsIn(result.messages)).toEqual(['The tool did not answer within 5 ms.']);
    expect(outcomesIn(result.messages)).toEqual(['failed']);
  });

  it('when it hangs: of what may not be repeated nobody knows', async () => {
    const { result } = await runs(aTool('t', { run: hangs }), { startTimer: impatient });
    expect(outcomesIn(result.messages)).toEqual(['unknown']);
  });

  it('when it says that nobody can know: it is not said to have failed', async () => {
    const lost = aTool('t', { run: () => Promise.reject(new OutcomeUnknown('connection lost')) });
    const { result } = await runs(lost);
    expect(outcomesIn(result.messages)).toEqual(['unknown']);
    expect([...result.toolErrors.values()]).toEqual([new OutcomeUnknown('connection lost')]);
  });

  it('and is told to stop when it hangs', async () => {
    const tool = aTool('t', { run: hangs });
    await runs(tool, { startTimer: impatient });
    expect(tool.runs[0]?.context.signal.aborted).toBe(true);
  });

  it('when its answer comes after it was given up', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof output>>();
    const { result } = await runs(aTool('t', { run: () => promise }), { startTimer: impatient });
    resolve(output('late'));
    await promise;
    expect(textsIn(result.messages)[0]).not.toContain('late');
  });

  it('when it returns a hundred megabytes', async () => {
    const huge = 'x'.repeat(100 * 1024 * 1024);
    const { result } = await runs(aTool('t', { run: () => output(huge) }), { toolResultMaxChars: 100 });
    const [text = ''] = textsIn(result.messages);
    expect(text.length).toBeLessThan(200);
    expect(text).toContain(`[… ${huge.length - 100} characters left out …]`);
  });

  it('when it changes its arguments: nothing else changes with them', async () => {
    const tool = aTool('t', {
      run(args) {
        Object.assign(args, { list: 'changed', more: true });
        return output('ok');
      },
    });
    const { result, journal } = await runs(tool);
    expect(result.messages[0]).toMatchObject({ calls: [{ argsJson: '{"list":[1]}' }] });
    expect(JSON.stringify(journal.events)).not.toContain('changed');
  });

  it.each(['invalid', 'veto', 'needsApproval', 'requiredCapabilities', 'sandboxWouldDeny'] as const)(
    'when its answer to `%s` is an exception: it does not pass the gate',
    async (question) => {
      const tool = aTool('t', {
        [question]: () => {
          throw new Error('x');
        },
      });
      const { result } = await runs(tool, { escalateSandboxDenials: true });
      expect(outcomesIn(result.messages)).toEqual(['refused']);
      expect(tool.runs).toEqual([]);
    },
  );

  it('when it cannot say whether it ingests untrusted content: it is taken to', async () => {
    const tool = aTool('t', {
      ingestsUntrusted: () => {
        throw new Error('x');
      },
    });
    const { result } = await runs(tool);
    expect(result.messages[1]).toMatchObject({ results: [{ quarantined: true }] });
  });
});

describe('a cut in a result', () => {
  it('never splits a surrogate pair', async () => {
    const tool = aTool('t', { run: () => output('😀'.repeat(50)) });
    const { result } = await runs(tool, { toolResultMaxChars: 33 });
    expect(textsIn(result.messages)[0]?.isWellFormed()).toBe(true);
  });

  it('is not made in a text that fits', async () => {
    const { result } = await runs(aTool('t', { run: () => output('x'.repeat(33)) }), { toolResultMaxChars: 33 });
    expect(textsIn(result.messages)).toEqual(['x'.repeat(33)]);
  });
});

describe('stopping a turn', () => {
  it('aborts the tool that runs, keeps what it still returns, and gives every call a result', async () => {
    const stop = new AbortController();
    const polite = aTool('t', {
      run: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(output('stopped half-way')));
          stop.abort();
        }),
    });
    const two = calls([
      ['c1', 't', {}],
      ['c2', 't', {}],
    ]);
    const { result } = await run(scriptedModel(two), [polite], { signal: stop.signal });
    expect(result.kind).toBe('stopped');
    expect(outcomesIn(result.messages)).toEqual(['succeeded', 'cancelled']);
  });

  it.each([
    ['once', 'unknown'],
    ['read', 'cancelled'],
  ] as const)('leaves a tool that ignores the signal behind (%s: %s)', async (effect, outcome) => {
    const stop = new AbortController();
    const stubborn = aTool('t', {
      effect,
      run() {
        stop.abort();
        return hangs();
      },
    });
    const { result } = await run(model(), [stubborn], { signal: stop.signal, startTimer: graceOnly });
    expect(result.kind).toBe('stopped');
    expect(outcomesIn(result.messages)).toEqual([outcome]);
  });

  it('asks no model once stopped', async () => {
    const asked = model();
    const { result } = await run(asked, [], { signal: AbortSignal.abort() });
    expect([result.kind, asked.requests.length]).toEqual(['stopped', 0]);
  });

  it('leaves a model that ignores the signal behind', async () => {
    const stop = new AbortController();
    const deaf = {
      name: 'deaf',
      async *stream() {
        stop.abort();
        yield await hangs();
      },
    };
    const { result } = await run(deaf, [], { signal: stop.signal, startTimer: impatient });
    expect(result).toMatchObject({ kind: 'stopped', messages: [] });
  });
});
