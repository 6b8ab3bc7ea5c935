import { describe, expect, it } from 'vitest';
import { type Model, ModelFailure, type ModelPart } from '../../../src/ports/model.ts';
import type { TurnStreamEvent } from '../../../src/ports/stream.ts';
import { run } from '../../support/turn/a-turn.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';

const million = 'x'.repeat(1_000_000);
const overloaded = new ModelFailure('overloaded', 'try later', { retryable: true });
const unexpected = new Error('secret');

const throwing = (error: Error): Model => ({
  name: 'throwing',
  async *stream() {
    yield { type: 'text', delta: 'I will n' };
    throw error;
  },
});

/** What a sink is shown of one reply. */
async function shown(...parts: readonly ModelPart[]) {
  const events: TurnStreamEvent[] = [];
  const { result } = await run(scriptedModel(parts), [], { stream: { push: (event) => void events.push(event) } });
  return { events, result };
}

describe('a reply that is no reply', () => {
  const model = (message: string, given: object = {}) => ({
    kind: 'model',
    message,
    retryable: false,
    errors: [],
    ...given,
  });
  const manyCalls = calls(Array.from({ length: 1_025 }, (_, index) => [`c${index}`, 't', {}] as const));

  it.each<[string, Model, object]>([
    [
      'it breaks off',
      scriptedModel(words('I will n').slice(0, -1)),
      model('The reply ended before it was finished.', { retryable: true }),
    ],
    [
      'it says more than four million characters',
      scriptedModel(words(million, million, million, million, 'x')),
      model('The reply held more text than any answer needs.'),
    ],
    [
      'it calls more than 1,024 tools',
      scriptedModel(manyCalls),
      model('The reply held more tool calls than any answer needs.'),
    ],
    [
      'the provider fails',
      throwing(overloaded),
      model('overloaded: try later', { retryable: true, errors: [overloaded] }),
    ],
    ['the adapter throws', throwing(unexpected), model('The model adapter threw.', { errors: [unexpected] })],
  ])('fails the turn in its own words when %s', async (_, theModel, failure) => {
    const { result } = await run(theModel, []);
    expect(result.failure).toEqual(failure);
  });

  it('is not one of exactly four million characters', async () => {
    const { result } = await run(scriptedModel(words(million, million, million, million)), []);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
  });
});

describe('a part of a reply', () => {
  it('that is reasoning is neither shown nor kept', async () => {
    const { events, result } = await shown({ type: 'reasoning', delta: 'hm' }, ...words('so'));
    expect(events).toEqual([{ kind: 'text', delta: 'so' }]);
    expect(result.messages).toEqual([{ kind: 'assistant', text: 'so', calls: [], providerState: null }]);
  });

  it('that is a source is shown with the others, the first 1,024 of them', async () => {
    const sources = Array.from({ length: 1_025 }, (_, index) => ({ url: `https://example.org/${index}`, title: 't' }));
    const parts = sources.map((source): ModelPart => ({ type: 'source', ...source }));
    const { events } = await shown(...parts, ...words('so'));
    expect(events).toEqual([
      { kind: 'text', delta: 'so' },
      { kind: 'sources', sources: sources.slice(0, 1_024) },
    ]);
  });
});
