import { describe, expect, test } from 'vitest';
import { botWith } from '../support/bot.ts';
import { alice, here, policy } from '../support/conversation.ts';
import { dieAt } from '../support/dying.ts';
import { aTool } from '../support/turn/tools.ts';

const escalating = { ...policy, escalateSandboxDenials: true };
const LEASE_AND_MORE_MS = 20_000;

/** A call that would leave the sandbox, approved on a card that says so; its process dies before the result is kept. */
async function escapedAndDied(effect: 'keyed' | 'once') {
  const tool = aTool('fetch', { effect, gated: true, sandboxWouldDeny: () => 'outside of the allowed hosts' });
  const bot = await botWith({ tools: [tool], policy: escalating });
  await bot.say('!call fetch {"url":"http://elsewhere"}\n!step\n!results');
  const [card] = await bot.pending();
  if (card === undefined) throw new Error('nobody was asked');
  const live = dieAt(bot.store, 'tool.completed');
  await expect(bot.answer(card)).rejects.toThrow('killed');
  live();
  bot.clock.time += LEASE_AND_MORE_MS;
  await bot.settle();
  const allowed = () => tool.runs.map(({ context }) => context.mayLeaveSandbox);
  const keys = () => new Set(tool.runs.map(({ context }) => context.idempotencyKey)).size;
  return { bot, tool, allowed, keys };
}

describe('a call that a person let leave the sandbox, whose process died', () => {
  test('runs again with what was approved, under the same key', async () => {
    const { bot, allowed, keys } = await escapedAndDied('keyed');
    expect(allowed()).toEqual([true, true]);
    expect(keys()).toBe(1);
    expect(bot.texts.at(-1)).toBe('ok');
  });

  test('runs again with what was approved when a person says that it did not run', async () => {
    const { bot, allowed } = await escapedAndDied('once');
    expect(allowed()).toEqual([true]);
    const [approvalId] = (await bot.conversations.read(here)).approvals.questions.keys();
    if (approvalId === undefined) throw new Error('nobody was asked whether it ran');
    await bot.commands.answerOutcome({ approvalId, person: alice, answer: 'run-again' });
    await bot.settle();
    expect(allowed()).toEqual([true, true]);
  });
});

test('a call that nobody let leave the sandbox does not leave it after a crash either', async () => {
  let outside = false;
  const tool = aTool('fetch', { effect: 'keyed', gated: true, sandboxWouldDeny: () => (outside ? 'outside' : null) });
  const bot = await botWith({ tools: [tool], policy: escalating });
  await bot.say('!call fetch {}\n!step\n!results');
  const [card] = await bot.pending();
  if (card === undefined) throw new Error('nobody was asked');
  const live = dieAt(bot.store, 'tool.completed');
  await expect(bot.answer(card)).rejects.toThrow('killed');
  live();
  outside = true;
  bot.clock.time += LEASE_AND_MORE_MS;
  await bot.settle();
  expect(tool.runs).toHaveLength(1);
  expect(await bot.pending()).toHaveLength(1);
});
