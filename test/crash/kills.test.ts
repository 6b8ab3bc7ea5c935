import { expect, it } from 'vitest';
import { killAtRandom } from '../support/crash/random-kills.ts';
import { seeded } from '../support/crash/seeded.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';
import { thorough } from '../support/thorough.ts';

const { kills, turns } = thorough ? { kills: 10, turns: 40 } : { kills: 4, turns: 16 };

const worldForTest = worldPerTest();

it(
  'a bot killed again and again at random moments loses and doubles nothing',
  async () => {
    const world = await worldForTest();
    expect(await killAtRandom(world, { kills, turns, random: seeded(Date.now()) })).toEqual([]);
    expect(world.people.threads).toHaveLength(turns);
  },
  PROCESSES_MS,
);
