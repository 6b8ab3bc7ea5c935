import { expect, test } from 'vitest';
import { owedDeferred } from '../../src/domain/owed.ts';
import { botWith } from '../support/bot.ts';
import { alice, directoryOf, here, profileOf, theCard } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';

const SECOND_MS = 1_000;

/** An approved call whose approver cannot be looked up any more; how often that was tried. */
async function approvedAndUnknown() {
  const { tool, runs } = counting();
  const lookups = { known: true, count: 0 };
  const directory = directoryOf({
    profile: async (person) => {
      lookups.count += 1;
      if (!lookups.known) throw new Error('down');
      return profileOf(person);
    },
  });
  const bot = await botWith({ tools: [tool], setup: { directory } });
  await bot.say('!call pay {"cents":5}\n!step\n!results');
  const [card] = await bot.pending();
  if (card === undefined) throw new Error('nobody was asked');
  await bot.commands.cardPosted(card, theCard);
  const answer = { kind: 'approve', note: null } as const;
  await bot.commands.answer({ approvalId: card, person: alice, enterprise: null, card: theCard, answer });
  Object.assign(lookups, { known: false, count: 0 });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += SECOND_MS) {
      await bot.settle();
      bot.clock.time += SECOND_MS;
    }
  };
  const deferrals = async () => (await bot.log()).filter(({ type }) => type === 'turn.deferred');
  return { bot, runs, lookups, pass, deferrals, card };
}

test('an approver who cannot be looked up is tried ever more seldom', async () => {
  const { lookups, pass } = await approvedAndUnknown();
  await pass(60 * SECOND_MS);
  expect(lookups.count).toBeLessThanOrEqual(6);
  await pass(20 * 60 * SECOND_MS);
  expect(lookups.count).toBeGreaterThanOrEqual(9);
  expect(lookups.count).toBeLessThanOrEqual(14);
});

test('that a call waits for a look-up is said once', async () => {
  const { bot, pass, deferrals } = await approvedAndUnknown();
  await pass(10 * 60 * SECOND_MS);
  const [deferred, ...others] = await deferrals();
  if (deferred?.type !== 'turn.deferred') throw new Error('it was not said');
  expect(others).toEqual([]);
  const owed = await bot.store.outbox.take(10, SECOND_MS);
  expect(owed.filter(({ key }) => key === owedDeferred(deferred.turnId))).toHaveLength(1);
});

test('the call runs at the next try once the approver can be looked up, and the wait is over', async () => {
  const { bot, runs, lookups, pass } = await approvedAndUnknown();
  await pass(60 * SECOND_MS);
  lookups.known = true;
  await pass(5 * 60 * SECOND_MS);
  expect(runs).toHaveLength(1);
  expect((await bot.conversations.read(here)).deferredSince).toBeNull();
});

test('a decision that ran out while nobody could be looked up is asked for anew', async () => {
  const { bot, runs, pass, card } = await approvedAndUnknown();
  await pass(60 * SECOND_MS);
  bot.clock.time += 24 * 3_600 * SECOND_MS;
  await pass(10 * SECOND_MS);
  expect(runs).toEqual([]);
  expect(await bot.log()).toContainEqual(
    expect.objectContaining({ type: 'decision.rejected', approvalId: card, because: 'decision-expired' }),
  );
  expect(await bot.pending()).toHaveLength(1);
});
