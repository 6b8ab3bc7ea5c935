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
  await untilDead(bot, world);
  assertKilled(bot);
}

function assertKilled(bot: CrashBot): void {
  if (bot.ended()?.signal !== 'SIGKILL') throw new Error(`It did not die as it was told to:\n${bot.output()}`);
}

/** What a life that came to its end left behind. */
export interface Left {
  /** Everything that must never be. */
  readonly violations: readonly string[];
  /** What the bot said and logged. */
  readonly output: string;
}

/** A life, with these faults if any, until nothing is open any more. */
export async function liveOn(
  world: CrashWorld,
  faults: Death,
  ask: () => Promise<void> = async () => {},
): Promise<Left> {
  const bot = await startCrashBot(world, faults);
  await ask();
  await untilDone(bot, world);
  await bot.end('SIGTERM');
  return { violations: violationsIn(await collectHistory(world.dataDir, world.people)), output: bot.output() };
}

/** A life without faults until nothing is open any more. Resolves with everything that must never be. */
export const lastLife = async (world: CrashWorld): Promise<readonly string[]> => (await liveOn(world, {})).violations;
