import type { CrashBot } from './child.ts';
import type { CrashPeople } from './people.ts';

/** Generous: other tests may keep both processors busy. */
const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 40;

/** Lets the people go on until the bot has died of itself. */
export const untilDead = (bot: CrashBot, people: CrashPeople): Promise<void> =>
  until(bot, people, async () => bot.ended() !== null);

/** Lets the people go on until nothing is open any more. */
export const untilDone = (bot: CrashBot, people: CrashPeople): Promise<void> =>
  until(bot, people, async () => (await people.look()).length === 0);

async function until(bot: CrashBot, people: CrashPeople, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      await bot.end('SIGKILL');
      const open = (await people.look()).map(({ mark }) => mark);
      throw new Error(`It went on for too long; unfinished: ${open.join(' ')}; the bot wrote:\n${bot.output()}`);
    }
    await people.look();
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
