import { expect, it } from 'vitest';
import { MAX_ATTEMPTS } from '../../src/conversation/next-turn.ts';
import { startCrashBot } from '../support/crash/child.ts';
import { live } from '../support/crash/lives.ts';
import type { CrashWorld } from '../support/crash/world.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';
import { eventually } from '../support/slack/people.ts';

const worldForTest = worldPerTest();
const SAID_WITHIN_MS = 60_000;

const calling = (mark: string): string => `!call crash.idempotent {"mark":"${mark}","part":1}`;

/** Waits until the bot has said this in the conversation with this mark; people press what is open meanwhile. */
const says = ({ people }: CrashWorld, mark: string, words: string): Promise<unknown> =>
  eventually(
    `“${words}” to ${mark}`,
    async () => {
      await people.look();
      const thread = people.threads.find((one) => one.mark === mark);
      const messages = thread === undefined ? [] : await people.messages(thread);
      return messages.some((message) => JSON.stringify(message).includes(words));
    },
    SAID_WITHIN_MS,
  );

it(
  'a turn its process dies in again and again is put aside, people are told, and others go on',
  async () => {
    const world = await worldForTest();
    for (let nth = 1; nth <= MAX_ATTEMPTS; nth += 1) {
      await live(world, { points: [{ mark: 'm1', at: 'after', event: 'turn.started', nth }] }, async () => {
        if (nth === 1) await world.people.ask('m1', calling('m1'));
      });
    }
    const bot = await startCrashBot(world);
    await says(world, 'm1', 'put aside');
    await world.people.ask('m2', calling('m2'));
    await says(world, 'm2', 'Done m2');
    await bot.end('SIGTERM');
    expect(bot.ended()?.code).toBe(0);
  },
  PROCESSES_MS,
);
