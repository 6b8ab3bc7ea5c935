import { expect, it } from 'vitest';
import { lastLife, live } from '../support/crash/lives.ts';
import type { CallPoint } from '../support/crash/points.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';
import { partOf } from '../support/thorough.ts';

const worldForTest = worldPerTest();

const METHODS = ['chat.startStream', 'chat.stopStream', 'chat.postMessage', 'chat.update'] as const;
/** So ordered that every second one has every method, and both sides. */
const DEATHS = METHODS.flatMap((method, i) =>
  (i % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)).map(
    (at): CallPoint => ({ at, method, nth: 1 }),
  ),
);

it(
  'a bot that dies around each of its calls to Slack leaves no stream open and no card live, and shows every answer',
  async () => {
    const world = await worldForTest();
    for (const [i, call] of partOf(DEATHS, 4).entries()) {
      await live(world, { call }, () =>
        world.people.ask(`m${i}`, `!say Working\n!call crash.once {"mark":"m${i}","part":1}`),
      );
    }
    expect(await lastLife(world)).toEqual([]);
  },
  PROCESSES_MS,
);
