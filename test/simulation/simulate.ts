import { unfinished, waitsForEver } from './at-rest.ts';
import { violations } from './invariants.ts';
import { seeded } from './random.ts';
import { CONVERSATIONS, makeWorld, type World } from './world.ts';

export interface Outcome {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly executions: number;
  readonly crashes: number;
  readonly decisions: number;
  /** What happened, in order; the same seed gives the same trace. */
  readonly trace: readonly string[];
}

const STEPS = 80;
const CRASH_PROBABILITY = 0.006;
/** Work left over after the last act: each round lets a lease run out. */
const CLOSING_ROUNDS = 60;
const POINTS_TO_REST = 5_000;
/** Until every card has expired and every question was given up, whatever the model still asks meanwhile. */
const LAST_ROUNDS = 120;
const HALF_A_DAY_MS = 12 * 60 * 60 * 1_000;

const ACTS: readonly (readonly [weight: number, act: keyof World['acts']])[] = [
  [6, 'message'],
  [14, 'work'],
  [8, 'postCard'],
  [10, 'click'],
  [3, 'say'],
  [4, 'revoke'],
  [1, 'stop'],
  [1, 'retry'],
  [4, 'passTime'],
  [1, 'forge'],
];
const DECK = ACTS.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

/** Runs one seed: people, two processes, crashes and forgeries; every invariant is checked after every step. */
export async function simulate(seed: number): Promise<Outcome> {
  const random = seeded(seed);
  const world = makeWorld(random);
  let found: string[] = [];
  for (let step = 0; step < STEPS && found.length === 0; step += 1) {
    world.acts[random.pick(DECK)]();
    await world.scheduler.advance(random.below(random.pick([4, 12, 40])), CRASH_PROBABILITY);
    found = violations(world);
  }
  if (found.length === 0) found = await comeToRest(world);
  return {
    seed,
    violations: found,
    executions: world.executions.length,
    crashes: world.scheduler.crashes.length,
    decisions: world.clicks.filter(({ outcome }) => outcome === 'recorded').length,
    trace: world.scheduler.trace,
  };
}

/** No more crashes and no more people: whatever can end by itself must end, and what waits for people must run out. */
async function comeToRest(world: World): Promise<string[]> {
  for (let round = 0; round < CLOSING_ROUNDS; round += 1) {
    world.acts.work();
    await world.scheduler.advance(POINTS_TO_REST, 0);
    world.clock.time += 16_000;
  }
  const faults = [...violations(world), ...unfinished(world)];
  const busy = (): boolean => waitsForEver(world).length + unfinished(world).length > 0;
  for (let round = 0; round < LAST_ROUNDS && faults.length === 0 && busy(); round += 1) {
    world.clock.time += HALF_A_DAY_MS;
    for (const _ of CONVERSATIONS) {
      world.acts.work();
      await world.scheduler.advance(POINTS_TO_REST, 0);
    }
  }
  return faults.length > 0 ? faults : [...violations(world), ...unfinished(world), ...waitsForEver(world)];
}
