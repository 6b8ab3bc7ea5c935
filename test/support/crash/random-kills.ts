import { type StartingBot, spawnCrashBot } from './child.ts';
import { lastLife } from './lives.ts';
import type { CrashWorld } from './world.ts';

export interface KillsOptions {
  readonly kills: number;
  /** Each asks for three approvals. */
  readonly turns: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onKill?: (kill: number) => void;
}

/** Conversations that are open at a time. */
const OPEN_AT_ONCE = 40;
/** Of the kills, those that meet a bot that is only just starting. */
const KILLED_WHILE_STARTING = 0.2;
const STARTING_MS = 1_500;
/** A bot that is ready lives up to this: long enough for some turns to get through. */
const LONGEST_LIFE_MS = 2_000;
/** A look reads every open conversation. */
const LOOK_EVERY_MS = 100;

/**
 * Kills the bot at random moments while people ask, approve and answer; then lets it finish. Resolves with everything
 * in the history that must never be.
 */
export async function killAtRandom(world: CrashWorld, options: KillsOptions): Promise<readonly string[]> {
  const { people } = world;
  const { kills, turns, random } = options;
  let asked = 0;

  /** Turns are spread over the kills. */
  const ask = async (open: number, kill: number): Promise<void> => {
    const due = Math.min(turns, Math.ceil((turns * (kill + 1)) / kills), asked + OPEN_AT_ONCE - open);
    for (; asked < due; asked += 1) await people.ask(`m${asked}`, scriptOf(`m${asked}`, random()));
  };
  const goOnUntil = async (over: () => boolean, kill: number): Promise<void> => {
    do {
      await ask((await people.look()).length, kill);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    } while (!over());
  };

  for (let kill = 0; kill < kills; kill += 1) {
    const bot = spawnCrashBot(world);
    if (random() < KILLED_WHILE_STARTING) {
      const until = Date.now() + random() * STARTING_MS;
      await goOnUntil(() => Date.now() > until, kill);
    } else {
      await readyOrFail(bot);
      const until = Date.now() + random() * LONGEST_LIFE_MS;
      await goOnUntil(() => Date.now() > until, kill);
    }
    await bot.end('SIGKILL');
    bot.ready.catch(() => {});
    options.onKill?.(kill + 1);
  }
  return await lastLife(world);
}

async function readyOrFail(bot: StartingBot): Promise<void> {
  await bot.ready;
  if (bot.ended() !== null) throw new Error(`The bot did not start; it wrote:\n${bot.output()}`);
}

/** Three calls that ask: at once, or one after the other. */
function scriptOf(mark: string, chance: number): string {
  const call = (effect: string, part: number): string => `!call crash.${effect} {"mark":"${mark}","part":${part}}`;
  const calls = [call('once', 1), call(chance < 0.5 ? 'keyed' : 'reconcilable', 2), call('once', 3)];
  return ['!say Working', calls.join(chance < 0.7 ? '\n' : '\n!step\n')].join('\n');
}
