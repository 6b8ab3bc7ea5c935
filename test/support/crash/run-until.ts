import { join } from 'node:path';
import { conversationOf } from '../../../src/slack/place.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import type { CrashBot } from './child.ts';
import { TEAM } from './history.ts';
import type { Thread } from './people.ts';
import type { CrashWorld } from './world.ts';

/** Generous: other tests may keep both processors busy. */
const WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 40;

/** Lets the people go on until the bot has died of itself. */
export const untilDead = (bot: CrashBot, world: CrashWorld): Promise<void> =>
  until(bot, world, async () => bot.ended() !== null);

/** Lets the people go on until nothing is open any more, for them and in the log. */
export async function untilDone(bot: CrashBot, world: CrashWorld): Promise<void> {
  await until(bot, world, async () => (await world.people.look()).length === 0);
  await until(bot, world, async () => (await unendedIn(world)).length === 0);
}

async function until(bot: CrashBot, world: CrashWorld, holds: () => Promise<boolean>): Promise<void> {
  const { people } = world;
  const deadline = Date.now() + WITHIN_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      const open = [...(await people.look()), ...(await unendedIn(world))].map(({ mark }) => mark);
      await bot.end('SIGKILL');
      throw new Error(`It went on for too long; unfinished: ${open.join(' ')}; the bot wrote:\n${bot.output()}`);
    }
    await people.look();
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const ENDS = new Set(['turn.finished', 'turn.failed', 'turn.stopped', 'turn.parked']);

/** Conversations whose log does not say that their last turn has ended; read beside the bot. */
async function unendedIn({ dataDir, people }: CrashWorld): Promise<readonly Thread[]> {
  const reader = openSqliteReader(join(dataDir, 'countersign.db'));
  try {
    const unended: Thread[] = [];
    for (const thread of people.threads) {
      let ended = false;
      for await (const { type } of reader.chain.eventsOf(conversationOf({ team: TEAM, ...thread }))) {
        if (type.startsWith('turn.')) ended = ENDS.has(type);
      }
      if (!ended) unended.push(thread);
    }
    return unended;
  } finally {
    reader.close();
  }
}
