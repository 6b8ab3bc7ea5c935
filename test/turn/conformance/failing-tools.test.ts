import { describe, expect, it } from 'vitest';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { eventsOf, outcomesIn, textsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

describe('failing tools', () => {
  const boom = (name: string) =>
    aTool(name, {
      run: () => {
        throw new Error(`boom ${name}`);
      },
    });
  const round = (...tools: readonly string[]) => calls(tools.map((tool, index) => [`${tool}${index}`, tool, {}]));

  it.each([
    ['one at a time', false],
    ['concurrently', true],
  ])('counts failing rounds, resets on a success and fails past the limit, %s', async (_, concurrent) => {
    const [ok, bad] = [aTool('ok'), boom('bad')];
    const model = scriptedModel(
      round('bad'),
      round('ok'),
      round('ok', 'bad', 'ok'),
      round('bad', 'bad'),
      round('bad'),
      words('never'),
    );
    const loop = loopConfig({ maximumConsecutiveErrorsPerRequest: 2, allowConcurrentInvocations: concurrent });
    const { result } = await run(model, [ok, bad], { loop });
    expect(model.requests).toHaveLength(5);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'tool-errors' } });
  });

  it.each([
    ['one at a time', false],
    ['concurrently', true],
  ])('fails on the first error when none is allowed, %s', async (_, concurrent) => {
    const loop = loopConfig({ maximumConsecutiveErrorsPerRequest: 0, allowConcurrentInvocations: concurrent });
    const { result } = await run(scriptedModel(round('bad')), [boom('bad')], { loop });
    expect(result).toMatchObject({ kind: 'failed', failure: { errors: [new Error('boom bad')] } });
  });

  it('does not run the rest of a batch after the error that is one too many', async () => {
    const ok = aTool('ok');
    const loop = loopConfig({ maximumConsecutiveErrorsPerRequest: 0 });
    const { result } = await run(scriptedModel(round('bad', 'ok')), [boom('bad'), ok], { loop });
    expect(ok.runs).toEqual([]);
    expect(outcomesIn(result.messages)).toEqual(['failed', 'cancelled']);
  });

  it('runs all of a concurrent batch and hands over all its errors together', async () => {
    const loop = loopConfig({ maximumConsecutiveErrorsPerRequest: 0, allowConcurrentInvocations: true });
    const model = scriptedModel(round('bad', 'worse'));
    const { result } = await run(model, [boom('bad'), boom('worse')], { loop });
    expect(result.failure?.errors).toEqual([new Error('boom bad'), new Error('boom worse')]);
  });

  it('shows three failing rounds to the model by default and fails the fourth', async () => {
    const model = scriptedModel(...Array.from({ length: 6 }, () => round('bad')));
    await run(model, [boom('bad')]);
    expect(model.requests).toHaveLength(4);
  });

  it('says how many rounds failed, and hands over the errors of the last', async () => {
    const loop = loopConfig({ maximumConsecutiveErrorsPerRequest: 2 });
    const model = scriptedModel(round('bad'), round('bad'), round('worse'));
    const { result } = await run(model, [boom('bad'), boom('worse')], { loop });
    expect(result.failure).toEqual({
      kind: 'tool-errors',
      message: 'Tools failed in 3 rounds in a row.',
      retryable: false,
      errors: [new Error('boom worse')],
    });
  });

  it('neither counts nor resets for names that do not exist', async () => {
    const model = scriptedModel(round('bad'), round('ghost'), round('bad'), words('never'));
    const loop = loopConfig({ maximumConsecutiveErrorsPerRequest: 1 });
    const { result } = await run(model, [boom('bad')], { loop });
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'tool-errors' } });
  });

  it('tells the model nothing of what a tool threw, and the host everything', async () => {
    const { result } = await run(scriptedModel(round('bad'), words('oh')), [boom('bad')]);
    expect(textsIn(result.messages)).toEqual(['The tool failed.']);
    expect([...result.toolErrors.values()]).toEqual([new Error('boom bad')]);
  });

  it('tells the model what a tool threw when detailed errors are on', async () => {
    const loop = loopConfig({ includeDetailedErrors: true });
    const { result } = await run(scriptedModel(round('bad'), words('oh')), [boom('bad')], { loop });
    expect(textsIn(result.messages)).toEqual(['The tool failed: boom bad']);
    expect([...result.toolErrors.values()]).toEqual([new Error('boom bad')]);
  });

  it("hands a failing tool's own words to the model and counts them as a failure", async () => {
    const sorry = aTool('sorry', { run: () => ({ text: 'no such order', isError: true }) });
    const loop = loopConfig({ maximumConsecutiveErrorsPerRequest: 0 });
    const { result } = await run(scriptedModel(round('sorry')), [sorry], { loop });
    expect(textsIn(result.messages)).toEqual(['no such order']);
    expect(result.kind).toBe('failed');
  });
});

describe('a tool that ends the turn', () => {
  const stop = aTool('stop', { run: () => ({ text: 'stop result', isError: false, endTurn: true }) });

  it('ends it with its result, without the rest of the batch and without another request', async () => {
    const after = aTool('after');
    const model = scriptedModel(
      calls([
        ['c1', 'stop', {}],
        ['c2', 'after', {}],
      ]),
    );
    const { result, journal } = await run(model, [stop, after]);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
    expect(textsIn(result.messages)[0]).toBe('stop result');
    expect(after.runs).toEqual([]);
    expect(model.requests).toHaveLength(1);
    expect(eventsOf(journal.events, 'tool.completed')).toHaveLength(2);
  });
});
