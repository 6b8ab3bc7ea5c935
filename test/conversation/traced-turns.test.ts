import { describe, expect, it } from 'vitest';
import { tracedAnswer } from '../../src/conversation/traced-answer.ts';
import { approvalId } from '../../src/domain/ids.ts';
import { type Model, ModelFailure } from '../../src/ports/model.ts';
import type { SpanName } from '../../src/ports/tracer.ts';
import { botWith } from '../support/bot.ts';
import { alice, theCard } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';
import { type KeptSpan, tracerInto } from '../support/traces/seen-spans.ts';

async function open(given: { readonly model?: Model } = {}) {
  const spans: KeptSpan[] = [];
  const tracer = tracerInto(spans);
  const bot = await botWith({ tools: [counting().tool], tracer, ...given });
  const answer = tracedAnswer({ ...bot, tracer, index: bot.store.index }, bot.commands.answer);
  const press = (id: string) =>
    answer({
      approvalId: approvalId(id),
      person: alice,
      enterprise: null,
      card: theCard,
      answer: { kind: 'approve', note: null },
    });
  const named = (wanted: SpanName) => spans.filter(({ name }) => name === wanted);
  return { bot, press, named };
}

describe('the spans of a turn', () => {
  it('say of each run how it ended, and with which run the turn began', async () => {
    const { bot, press, named } = await open();
    await bot.say('!call pay {"cents":5}\n!step\n!results');
    const [card = ''] = await bot.pending();
    await bot.commands.cardPosted(approvalId(card), theCard);
    await press(card);
    await bot.settle();

    const runs = named('turn');
    const [first, second] = runs.map(({ fields }) => fields.turn);
    expect(runs.map(({ place, fields }) => [place, fields.outcome])).toEqual([
      [{ kind: 'turn', run: first, first, after: null }, 'paused'],
      [{ kind: 'turn', run: second, first, after: first }, 'finished'],
    ]);
    expect(named('decision')).toMatchObject([
      { place: { kind: 'turn', run: null, first, after: first }, fields: { outcome: 'recorded', decision: 'approve' } },
    ]);
  });

  it('of two messages are two turns', async () => {
    const { bot, named } = await open();
    await bot.say('!say one');
    await bot.say('!say two');
    const places = named('turn').map(({ place }) => place);
    expect(places).toMatchObject([{ after: null }, { after: null }]);
    expect(new Set(places.map((place) => (place.kind === 'turn' ? place.first : null))).size).toBe(2);
  });

  it('fail with a turn that fails', async () => {
    const model: Model = {
      name: 'scripted/away',
      async *stream() {
        yield* [];
        throw new ModelFailure('rejected', 'private words', { retryable: false });
      },
    };
    const { bot, named } = await open({ model });
    await bot.say('hello');
    expect(named('turn').map(({ fields, state }) => [fields.outcome, state])).toEqual([['failed', 'failed']]);
  });

  it('have nothing to do with a press on what was never asked', async () => {
    const { press, named } = await open();
    await press('nothing');
    expect(named('decision')).toMatchObject([{ place: { kind: 'apart' }, fields: { outcome: 'unknown-approval' } }]);
  });

  it('is answered, whatever keeps its turn from being found', async () => {
    const spans: KeptSpan[] = [];
    const bot = await botWith({ tools: [] });
    const index = { conversationOf: () => Promise.reject(new Error('the disk does not answer')) };
    const answer = tracedAnswer({ ...bot, tracer: tracerInto(spans), index }, async () => ({
      kind: 'unknown-approval',
    }));
    const answering = { approvalId: approvalId('a'), person: alice, enterprise: null, card: theCard };
    expect(await answer({ ...answering, answer: { kind: 'approve', note: null } })).toEqual({
      kind: 'unknown-approval',
    });
    expect(spans).toMatchObject([{ place: { kind: 'apart' } }]);
  });
});
