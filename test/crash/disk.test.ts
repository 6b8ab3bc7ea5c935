import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { liveOn } from '../support/crash/lives.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';
import { withStrace } from '../support/strace.ts';

const worldForTest = worldPerTest();
const DATABASE = 'countersign.db';
/** The log's files; what the tools do elsewhere goes on working. */
const FILES = [DATABASE, `${DATABASE}-wal`] as const;
const TURNS = 5;

describe('a bot whose disk', () => {
  withStrace(() => {
    it.each([
      ['is full for a while', 'pwrite64:error=ENOSPC:when=30..37'],
      ['fails every tenth flush', 'fsync,fdatasync:error=EIO:when=5+10'],
    ])(
      '%s acknowledges nothing it could not keep, and goes on',
      async (_, injection) => {
        const world = await worldForTest();
        // A new database is written to a lot; the faults are for the life after.
        const database = await openSqliteStore({ path: join(world.dataDir, DATABASE), now: Date.now });
        await database.close();
        const ask = async () => {
          for (let i = 0; i < TURNS; i += 1) {
            const call = (effect: string, part: number) => `!call crash.${effect} {"mark":"m${i}","part":${part}}`;
            await world.people.ask(`m${i}`, `${call('once', 1)}\n${call('keyed', 2)}`);
          }
        };
        const { violations, output } = await liveOn(world, { injections: [injection], files: FILES }, ask);
        expect(violations).toEqual([]);
        expect(output).toContain('"level":50');
      },
      PROCESSES_MS,
    );
  });
});
