import { join } from 'node:path';
import { conversationOf } from '../../../src/slack/place.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import type { CrashBot } from './child.ts';
import { TEAM } from './history.ts';
import type { Thread } from './people.ts';
import type { CrashWorld } from './world.ts';

/** Generous: other tests may keep both processors busy. */
const WITHIN_MS = 180_000;
/** A look reads every open conversation, so looking all the time would cost more than the bot does. */
const LOOK_EVERY_MS = 200;

/** Lets the people go on until the bot has died of itself. */
export const untilDead = (bot: CrashBot, world: CrashWorld): Promise<void> =>
  until(bot, world, async () => bot.ended() !== null);

/** Lets the people go on until nothing is open any more, for them and in the log. */
export const untilDone = (bot: CrashBot, world: CrashWorld): Promise<void> =>
  until(bot, world, async (open) => open.length === 0 && (await unendedIn(world)).length === 0);

/** Lets the people look, and press, until this holds; it is told what is open for them. */
async function until(
  bot: CrashBot,
  world: CrashWorld,
  holds: (open: readonly Thread[]) => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const open = await world.people.look();
    if (await holds(open)) return;
    if (Date.now() > deadline) {
      const unfinished = [...open, ...(await unendedIn(world))].map(({ mark }) => mark);
      await bot.end('SIGKILL');
      throw new Error(`It went on for too long; unfinished: ${unfinished.join(' ')}; the bot wrote:\n${bot.output()}`);
    }
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
