import { expect, it } from 'vitest';
import { killAtRandom } from '../support/crash/random-kills.ts';
import { seeded } from '../support/crash/seeded.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';

const worldForTest = worldPerTest();

it(
  'a bot killed again and again at random moments loses and doubles nothing',
  async () => {
    const world = await worldForTest();
    expect(await killAtRandom(world, { kills: 10, turns: 40, random: seeded(Date.now()) })).toEqual([]);
    expect(world.people.threads).toHaveLength(40);
  },
  PROCESSES_MS,
);
