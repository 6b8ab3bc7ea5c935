import type { Random } from './random.ts';

/** A process of the bot in the simulation. A dead one never comes back from a point. */
export interface Life {
  readonly name: string;
  alive: boolean;
}

interface Waiting {
  readonly life: Life;
  readonly label: string;
  readonly resume: () => void;
}

/**
 * Decides, from the seed alone, who goes on next. Everything that takes time in reality (store, model, tool) stops
 * at a point; which of the waiting ones goes on, and whether its process dies there instead, is the seed's choice.
 */
export interface Scheduler {
  point(life: Life, label: string): Promise<void>;
  /** Lets up to `steps` points go on; stops early when nobody waits. Answers how many did. */
  advance(steps: number, crashProbability: number): Promise<number>;
  readonly crashes: readonly string[];
  readonly trace: readonly string[];
}

export function makeScheduler(random: Random, onCrash: (life: Life) => void): Scheduler {
  const waiting: Waiting[] = [];
  const crashes: string[] = [];
  const trace: string[] = [];

  const crash = (life: Life, label: string): void => {
    life.alive = false;
    crashes.push(`${life.name} at ${label}`);
    for (let i = waiting.length - 1; i >= 0; i -= 1) if (waiting[i]?.life === life) waiting.splice(i, 1);
    onCrash(life);
  };

  return {
    crashes,
    trace,
    point: (life, label) =>
      new Promise((resolve) => {
        if (life.alive) waiting.push({ life, label, resume: resolve });
      }),
    async advance(steps, crashProbability) {
      for (let step = 0; step < steps; step += 1) {
        await quiet();
        if (waiting.length === 0) return step;
        const [next] = waiting.splice(random.below(waiting.length), 1);
        if (next === undefined) return step;
        trace.push(`${next.life.name}:${next.label}`);
        if (random.chance(crashProbability)) crash(next.life, next.label);
        else next.resume();
      }
      await quiet();
      return steps;
    },
  };
}

/** Until everything that can run without the scheduler has run. */
const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
