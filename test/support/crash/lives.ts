import { violationsIn } from './check-history.ts';
import { type CrashBot, startCrashBot } from './child.ts';
import { collectHistory } from './history.ts';
import type { Death } from './points.ts';
import { untilDead, untilDone } from './run-until.ts';
import type { CrashWorld } from './world.ts';

/** One life of the bot, in which people ask and press, until it has died as it was told to. */
export async function live(world: CrashWorld, death: Death, ask: () => Promise<void> = async () => {}): Promise<void> {
  const bot = await startCrashBot(world, death);
  if (bot.ended() === null) await ask();
  await untilDead(bot, world.people);
  assertKilled(bot);
}

function assertKilled(bot: CrashBot): void {
  if (bot.ended()?.signal !== 'SIGKILL') throw new Error(`It did not die as it was told to:\n${bot.output()}`);
}

/** A life without faults, until nothing is open any more; then everything that must never be is looked for. */
export async function lastLife(world: CrashWorld): Promise<readonly string[]> {
  const bot = await startCrashBot(world);
  await untilDone(bot, world.people);
  await bot.end('SIGTERM');
  return violationsIn(await collectHistory(world.dataDir, world.people));
}
