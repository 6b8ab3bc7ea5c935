import { expect, it } from 'vitest';
import { lastLife, live } from '../support/crash/lives.ts';
import type { Point } from '../support/crash/points.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';

const worldForTest = worldPerTest();

/** Where the second life ends for a `once` call that the first left in doubt. */
const AGAIN: readonly Point[] = [
  { mark: 'm1', at: 'before', event: 'outcome.questioned', nth: 1 },
  { mark: 'm2', at: 'after', event: 'outcome.questioned', nth: 1 },
  { mark: 'm3', at: 'before', event: 'outcome.answered', nth: 1 },
  { mark: 'm4', at: 'after', event: 'outcome.answered', nth: 1 },
  { mark: 'm5', at: 'before', event: 'tool.dispatched', nth: 2 },
  { mark: 'm6', at: 'after', event: 'tool.dispatched', nth: 2 },
  { mark: 'm7', at: 'effect' },
];

it(
  'a `once` call in doubt is asked about through further deaths, and runs as often as a person said',
  async () => {
    const world = await worldForTest();
    const first = AGAIN.map(({ mark }): Point => ({ mark, at: 'after', event: 'tool.dispatched', nth: 1 }));
    await live(world, { points: first }, async () => {
      for (const { mark } of first) await world.people.ask(mark, `!call crash.once {"mark":"${mark}","part":1}`);
    });
    await live(world, { points: AGAIN });
    expect(await lastLife(world)).toEqual([]);
  },
  PROCESSES_MS,
);
