import { describe, expect, it } from 'vitest';
import { liveOn } from '../support/crash/lives.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';
import { withStrace } from '../support/strace.ts';

const worldForTest = worldPerTest();
/** The log's files; what the tools do elsewhere goes on working. */
const FILES = ['countersign.db', 'countersign.db-wal'] as const;
const TURNS = 6;

describe('a bot whose disk', () => {
  withStrace(() => {
    it.each([
      ['is full for a while', 'pwrite64:error=ENOSPC:when=30..37'],
      ['fails every tenth flush', 'fsync,fdatasync:error=EIO:when=5+10'],
    ])(
      '%s acknowledges nothing it could not keep, and goes on',
      async (_, injection) => {
        const world = await worldForTest();
        const ask = (from: number, to: number) => async () => {
          for (let i = from; i < to; i += 1) {
            const call = (effect: string, part: number) => `!call crash.${effect} {"mark":"m${i}","part":${part}}`;
            await world.people.ask(`m${i}`, `${call('once', 1)}\n${call('keyed', 2)}`);
          }
        };
        // A new database is written to a lot; the faults are for the life after.
        expect((await liveOn(world, {}, ask(0, 1))).violations).toEqual([]);
        const faults = { injections: [injection], files: FILES };
        const { violations, output } = await liveOn(world, faults, ask(1, TURNS));
        expect(violations).toEqual([]);
        expect(output).toContain('"level":50');
      },
      PROCESSES_MS,
    );
  });
});
