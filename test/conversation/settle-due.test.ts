import { describe, expect, test } from 'vitest';
import { botWith } from '../support/bot.ts';
import { alice, bob, here, theCard, treatment } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';

const MINUTE_MS = 60_000;
/** What the cards here expire after. */
const HOUR_MS = 60 * MINUTE_MS;

/** Somebody's words wake the conversation without touching its card. */
const nudge = {
  conversation: here,
  messageId: 'words',
  author: bob,
  text: 'hello',
  addressed: true,
  persona: null,
  backfill: [],
};

async function waiting() {
  const { tool, runs } = counting();
  const bot = await botWith({ tools: [tool] });
  await bot.say('!call pay {"cents":5}\n!step\n!say done');
  const [card] = await bot.pending();
  if (card === undefined) throw new Error('nobody was asked');
  await bot.commands.cardPosted(card, theCard);
  const approve = () =>
    bot.commands.answer({
      approvalId: card,
      person: alice,
      enterprise: null,
      card: theCard,
      answer: { kind: 'approve', note: null },
    });
  return { bot, runs, approve };
}

describe('a card expires by the store’s clock', () => {
  test('not before, though the process believes that its time has come', async () => {
    const { bot, runs, approve } = await waiting();
    bot.clock.time += HOUR_MS + MINUTE_MS;
    bot.skew.ms = -10 * MINUTE_MS;
    await bot.commands.receive(nudge);
    await bot.settle();
    expect(await bot.pending()).toHaveLength(1);
    expect((await approve()).kind).toBe('recorded');
    await bot.settle();
    expect(runs).toHaveLength(1);
  });

  test('when its time has come, though the process believes that there is time left', async () => {
    const { bot, approve } = await waiting();
    bot.clock.time += HOUR_MS - 5 * MINUTE_MS;
    bot.skew.ms = 10 * MINUTE_MS;
    await bot.settle();
    expect(await bot.pending()).toEqual([]);
    expect(await approve()).toEqual({ kind: 'already-settled', status: { kind: 'expired' } });
  });

  test('and a press that comes too late by it settles the card', async () => {
    const { bot, approve } = await waiting();
    bot.clock.time += HOUR_MS - 5 * MINUTE_MS;
    bot.skew.ms = 10 * MINUTE_MS;
    expect(await approve()).toEqual({ kind: 'already-settled', status: { kind: 'expired' } });
    expect(await bot.pending()).toEqual([]);
  });
});

test('a grant has run out when the store’s clock says so, and the call is asked about', async () => {
  const { tool, runs } = counting({ effect: 'idempotent', cacheable: true });
  const bot = await botWith({ tools: [tool] });
  await bot.say('!call pay {"cents":1}');
  const [card] = await bot.pending();
  if (card === undefined) throw new Error('nobody was asked');
  await bot.answer(card, { kind: 'approve-and-remember' });
  bot.clock.time += treatment.grantTtlMs - 5 * MINUTE_MS;
  bot.skew.ms = 10 * MINUTE_MS;
  await bot.say('!call pay {"cents":2}');
  expect(runs).toHaveLength(1);
  expect(await bot.pending()).toHaveLength(1);
});
