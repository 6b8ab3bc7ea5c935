import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Card } from '../support/scenario/card.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import type { Person } from '../support/scenario/person.ts';
import { textOfBlocks, textOfMessage } from '../support/scenario/shown-text.ts';
import { ask, type Thread } from '../support/scenario/thread.ts';
import { eventually } from '../support/slack/people.ts';

/** Slack lets an app post about one message a second in each channel: a hundred cards take their time in four. */
const CHANNELS = ['C0GENERAL', 'C0SUPPORT', 'C0OPS', 'C0SHARED'];
const CARDS_IN_EACH = 25;
const CARDS = CHANNELS.length * CARDS_IN_EACH;
const ALL_CARDS_MS = 180_000;
/** Each decision lets its turn say something, for which the same second has to be waited. */
const ENDINGS_MS = 90_000;

const numbers = Array.from({ length: CARDS_IN_EACH }, (_, at) => at + 1);

describe('approve and deny pressed in the same instant by two people, a hundred times', () => {
  let world: DemoWorld;
  let threads: readonly Thread[];
  let alice: Person;
  /** What Bob's form said after each race; nothing where it closed, because his denial was recorded. */
  const formsLeft: string[] = [];

  beforeAll(async () => {
    world = await startDemoWorld();
    alice = world.person('U0ALICE');
    const bob = world.person('U0BOB');
    threads = await Promise.all(CHANNELS.map((channel) => askForNotes(alice, channel)));
    for (const n of numbers) {
      const race = n % 2 === 0 ? together : approvalAckedFirst;
      for (const thread of threads) formsLeft.push(await race(await thread.card(`note ${n}.`), alice, bob));
    }
    await eventually('every turn to have ended', everyTurnEnded, ENDINGS_MS);
  }, ALL_CARDS_MS);
  afterAll(() => world?.close());

  async function everyTurnEnded(): Promise<boolean> {
    const logs = await Promise.all(threads.map((thread) => world.events(thread)));
    return logs.every((events) => events.at(-1)?.type === 'turn.finished');
  }

  async function decisions() {
    const logs = await Promise.all(threads.map((thread) => world.events(thread)));
    return logs.flat().flatMap((event) => (event.type === 'approval.decided' ? [event.signed.decision] : []));
  }

  it('records one decision for each card', async () => {
    const decided = await decisions();
    expect(decided).toHaveLength(CARDS);
    expect(new Set(decided.map(({ approvalId }) => approvalId)).size).toBe(CARDS);
  });

  it('runs what was approved, each once, and nothing else', async () => {
    const approved = (await decisions()).filter(({ decision }) => decision === 'approve');
    const ran = world.effects().map(({ idempotencyKey }) => idempotencyKey);
    expect(ran.toSorted()).toEqual(approved.map(({ approvalId }) => approvalId).toSorted());
  });

  it('tells whoever lost, privately, who won', async () => {
    const denials = (await decisions()).filter(({ decision }) => decision === 'deny').length;
    const lostByBob = formsLeft.filter((text) => text !== '');
    expect(lostByBob).toHaveLength(CARDS - denials);
    // Both sorts of races were run: the rest would prove nothing about one of them.
    expect(denials).toBeGreaterThan(0);
    expect(new Set(lostByBob)).toEqual(new Set(['Already approved by <@U0ALICE>.\n']));
    await eventually('a private notice for every approval that came too late', async () => {
      const seen = (await Promise.all(threads.map((thread) => thread.replies(alice)))).flat();
      const told = seen.filter(({ ephemeral }) => ephemeral === true).map(textOfMessage);
      return told.filter((text) => text.includes('Already denied by <@U0BOB>')).length === denials;
    });
  });
});

function askForNotes(asker: Person, channel: string): Promise<Thread> {
  const calls = numbers.map((n) => `!call shop.add_note {"order_id":"1042","text":"${channel} note ${n}."}`);
  return ask(asker, channel, ['@Countersign', ...calls, '!step', '!say all settled'].join('\n'));
}

/** Both at once. A denial is answered in its form and an approval from the inbox, so the denial mostly wins. */
async function together(card: Card, approver: Person, denier: Person): Promise<string> {
  const form = await card.open(denier, 'deny');
  await Promise.all([card.press(approver, 'approve'), denier.submit(form.id)]);
  return await whatIsLeft(denier, form.id);
}

/** The denial is sent while the approval waits in the inbox: acknowledged, and not yet handled. */
async function approvalAckedFirst(card: Card, approver: Person, denier: Person): Promise<string> {
  const form = await card.open(denier, 'deny');
  await card.press(approver, 'approve');
  await denier.submit(form.id);
  return await whatIsLeft(denier, form.id);
}

/** What the denier's form says after both have pressed; nothing where it closed. */
async function whatIsLeft(denier: Person, id: string): Promise<string> {
  const left = (await denier.views()).find((view) => view.id === id);
  if (left === undefined) return '';
  await denier.closeForm(id);
  return textOfBlocks(left.view.blocks);
}
