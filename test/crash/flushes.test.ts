import { describe, expect, it } from 'vitest';
import { lastLife, live } from '../support/crash/lives.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';
import { withStrace } from '../support/strace.ts';
import { partOf } from '../support/thorough.ts';

const worldForTest = worldPerTest();

/** The first few are those of a start; a turn with one approval takes some twenty. */
const FLUSHES = [1, 2, 4, 7, 11, 16, 22] as const;

describe('a bot killed by the kernel', () => {
  withStrace(() => {
    it(
      'at its n-th flush to the disk loses and doubles nothing',
      async () => {
        const world = await worldForTest();
        for (const flush of partOf(FLUSHES, 2)) {
          const injections = [`fsync,fdatasync:signal=SIGKILL:when=${flush}`];
          await live(world, { injections }, () =>
            world.people.ask(
              `m${flush}`,
              `!call crash.once {"mark":"m${flush}","part":1}\n!call crash.keyed {"mark":"m${flush}","part":2}`,
            ),
          );
        }
        expect(await lastLife(world)).toEqual([]);
      },
      PROCESSES_MS,
    );
  });
});
