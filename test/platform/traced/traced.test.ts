import { describe, expect, it } from 'vitest';
import { conversationId, requestId } from '../../../src/domain/ids.ts';
import { tracedModel } from '../../../src/platform/traced/traced-model.ts';
import { tracedStore } from '../../../src/platform/traced/traced-store.ts';
import { tracedToolbox } from '../../../src/platform/traced/traced-toolbox.ts';
import { type Model, ModelFailure } from '../../../src/ports/model.ts';
import { StoreError } from '../../../src/ports/store.ts';
import { OutcomeUnknown, type Tool, type ToolOutput } from '../../../src/ports/tools.ts';
import { noTraces } from '../../../src/ports/tracer.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { counting } from '../../support/counting-tool.ts';
import { aRequest } from '../../support/providers/requests.ts';
import { asked, turnStarted } from '../../support/store-events.ts';
import { openMemoryStore } from '../../support/store-sqlite.ts';
import { type KeptSpan, tracerInto } from '../../support/traces/seen-spans.ts';

const c1 = conversationId('c1');

describe('a traced tool', () => {
  const execute = async (run: Tool['execute'], signal = new AbortController().signal) => {
    const spans: KeptSpan[] = [];
    const tool: Tool = { ...counting().tool, execute: run };
    const traced = tracedToolbox(makeToolbox([tool]), tracerInto(spans)).find(tool.spec.name);
    const place = { conversation: c1, principal: { team: 'T1', user: 'U1' }, idempotencyKey: 'k', epoch: 1 };
    const running = traced?.execute({ secret: 'words' }, { ...place, requestId: requestId('r1'), signal });
    return { spans, running: running ?? Promise.reject(new Error('not found')), name: tool.spec.name };
  };

  const ends = async (run: Tool['execute']) => {
    const { spans, running } = await execute(run);
    await running.catch(() => undefined);
    return spans.map(({ fields, state }) => [fields.outcome, state]);
  };

  it('is named with its call, and nothing of its arguments', async () => {
    const { spans, running, name } = await execute(async () => ({ text: 'done', isError: false }));
    await running;
    const fields = { tool: name, requestId: 'r1', outcome: 'succeeded' };
    expect(spans).toEqual([{ name: 'tool', place: { kind: 'here' }, fields, state: 'ended' }]);
  });

  it.each<[string, Tool['execute']]>([
    ['failed', async () => ({ text: 'no', isError: true })],
    ['unknown', () => Promise.reject(new OutcomeUnknown('lost'))],
    ['threw', () => Promise.reject(new Error('words'))],
    [
      'threw',
      () => {
        throw new Error('words');
      },
    ],
  ])('that does not succeed is seen to: %s', async (outcome, run) => {
    expect(await ends(run)).toEqual([[outcome, 'failed']]);
  });

  it('ends in the trace when it is given up, however long it goes on', async () => {
    const stop = new AbortController();
    const { promise: never } = Promise.withResolvers<ToolOutput>();
    const { spans } = await execute(() => never, stop.signal);
    expect(spans.map(({ state }) => state)).toEqual(['open']);
    stop.abort();
    expect(spans.map(({ fields, state }) => [fields.outcome, state])).toEqual([['given-up', 'failed']]);
  });
});

describe('a traced model', () => {
  const spansOf = async (stream: Model['stream']) => {
    const spans: KeptSpan[] = [];
    const model = tracedModel({ name: 'scripted/one', stream }, tracerInto(spans));
    try {
      for await (const part of model.stream(aRequest(), new AbortController().signal)) if (part.type === 'text') break;
    } catch {
      // What it says of that is in the span.
    }
    return spans;
  };

  it('says what a reply cost and why it ended', async () => {
    const usage = { inputTokens: 3, outputTokens: 2, cachedInputTokens: 1 };
    const spans = await spansOf(async function* () {
      yield { type: 'finish', stop: 'end', usage, grounded: false, providerState: null };
    });
    const fields = { model: 'scripted/one', outcome: 'end', inputTokens: 3, outputTokens: 2, cachedTokens: 1 };
    expect(spans).toEqual([{ name: 'model', place: { kind: 'here' }, fields, state: 'ended' }]);
  });

  it('says by its kind why there was none', async () => {
    const spans = await spansOf(async function* () {
      yield { type: 'reasoning', delta: 'private words' };
      throw new ModelFailure('overloaded', 'private words', { retryable: true });
    });
    expect(spans.map(({ fields, state }) => [fields.outcome, state])).toEqual([['overloaded', 'failed']]);
  });

  it('ends with whoever stops reading', async () => {
    const spans = await spansOf(async function* () {
      yield { type: 'text', delta: 'private words' };
      yield { type: 'text', delta: 'more' };
    });
    expect(spans.map(({ state }) => state)).toEqual(['ended']);
  });
});

describe('a traced store', () => {
  it('tells of an append how it ended, and of a question which one', async () => {
    const spans: KeptSpan[] = [];
    const { store } = await openMemoryStore();
    const traced = tracedStore(store, tracerInto(spans));
    await traced.log.append(c1, [turnStarted(), asked('a1')], { after: 0 });
    await traced.log.append(c1, [asked('a2')], { after: 7 });
    expect(spans.map(({ name, fields, state }) => [name, fields.outcome ?? fields.approval, state])).toEqual([
      ['append', 'appended', 'ended'],
      ['approval', 'a1', 'ended'],
      ['append', 'conflict', 'ended'],
    ]);
  });

  it('fails where the store does', async () => {
    const spans: KeptSpan[] = [];
    const { store } = await openMemoryStore();
    const append = () => Promise.reject(new StoreError('store-full', 'no space'));
    const traced = tracedStore({ ...store, log: { ...store.log, append } }, tracerInto(spans));
    await expect(traced.log.append(c1, [turnStarted()], { after: 0 })).rejects.toThrow('no space');
    expect(spans.map(({ state }) => state)).toEqual(['failed']);
  });

  it('is the store itself where nothing is traced', async () => {
    const { store } = await openMemoryStore();
    expect(tracedStore(store, noTraces)).toBe(store);
  });
});
