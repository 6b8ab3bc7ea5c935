import { describe, expect, test } from 'vitest';
import type { Answering } from '../../src/conversation/commands.ts';
import { botWith } from '../support/bot.ts';
import { alice, directoryOf, here, theCard } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';

/** A card in a channel that another organisation may be let into meanwhile. */
async function askedIn(place: { shared: boolean | 'unknown' }) {
  const { tool, runs } = counting();
  const directory = directoryOf({
    isShared: async () => {
      if (place.shared === 'unknown') throw new Error('down');
      return place.shared;
    },
  });
  const bot = await botWith({ tools: [tool], setup: { directory } });
  await bot.say('!call pay {"cents":5}\n!step\n!say done');
  const [card] = await bot.pending();
  if (card === undefined) throw new Error('nobody was asked');
  await bot.commands.cardPosted(card, theCard);
  const answer = (how: Answering['answer'] = { kind: 'approve', note: null }) =>
    bot.commands.answer({ approvalId: card, person: alice, enterprise: null, card: theCard, answer: how });
  return { bot, runs, answer };
}

describe('a channel that was opened to another organisation after a card was posted', () => {
  test('takes no approval on it', async () => {
    const place = { shared: false };
    const { bot, answer } = await askedIn(place);
    place.shared = true;
    expect(await answer()).toEqual({ kind: 'refused', because: 'place-shared' });
    expect((await bot.log()).at(-1)).toMatchObject({ type: 'click.refused', because: 'place-shared' });
  });

  test('still takes a denial', async () => {
    const place = { shared: false };
    const { answer } = await askedIn(place);
    place.shared = true;
    expect(await answer({ kind: 'deny', reason: null })).toMatchObject({ kind: 'recorded' });
  });

  test('makes an approval from before it was opened void: the call is asked about anew', async () => {
    const place = { shared: false };
    const { bot, runs, answer } = await askedIn(place);
    await answer();
    place.shared = true;
    await bot.settle();
    expect(runs).toEqual([]);
    expect(await bot.log()).toContainEqual(
      expect.objectContaining({ type: 'decision.rejected', because: 'place-shared', person: alice }),
    );
    const [again] = await bot.pending();
    if (again === undefined) throw new Error('nobody was asked again');
    await bot.answer(again);
    expect(runs).toHaveLength(1);
  });
});

test('where it cannot be found out whether the channel was opened, approvals are refused', async () => {
  const place: { shared: boolean | 'unknown' } = { shared: false };
  const { answer } = await askedIn(place);
  place.shared = 'unknown';
  expect(await answer()).toEqual({ kind: 'refused', because: 'lookup-failed' });
});

test('in a channel that was open to another organisation when it was asked, an approval counts', async () => {
  const place = { shared: true };
  const { bot, runs, answer } = await askedIn(place);
  await answer();
  await bot.settle();
  expect(runs).toHaveLength(1);
});

test('a card asked while nobody could say counts only where the channel is not open now', async () => {
  const place: { shared: boolean | 'unknown' } = { shared: 'unknown' };
  const { bot, answer } = await askedIn(place);
  place.shared = true;
  expect(await answer()).toMatchObject({ because: 'place-shared' });
  place.shared = false;
  expect(await answer()).toMatchObject({ kind: 'recorded' });
  expect((await bot.conversations.read(here)).status.kind).toBe('paused');
});
