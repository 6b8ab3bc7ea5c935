import { describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { runStoreChild } from '../../support/store-child-process.ts';
import { openForTest, temporaryDatabase } from '../../support/store-sqlite.ts';
import { withStrace } from '../../support/strace.ts';
import { partOf } from '../../support/thorough.ts';

const c1 = conversationId('c1');
/** The first are those of creating the file, its migrations and the switch to WAL; the rest are appends. */
const FLUSHES = Array.from({ length: 18 }, (_, i) => i + 1);
const APPENDS = 20;

describe('a process killed while it writes', () => {
  withStrace(() => {
    it.each(partOf(FLUSHES, 4))(
      'loses nothing it acknowledged when it dies at disk flush %i',
      async (flush) => {
        const path = temporaryDatabase();
        const { acknowledged, closed } = await runStoreChild(path, APPENDS, [
          `fsync,fdatasync:signal=SIGKILL:when=${flush}`,
        ]);
        expect(closed).toBe(false);

        const store = await openForTest(path);
        const events = await store.log.read(c1);
        const known = acknowledged.at(-1) ?? 0;
        expect(events.length).toBeGreaterThanOrEqual(known);
        expect(events.length).toBeLessThanOrEqual(known + 1);
        expect((await verifyAll(store.chain)).findings).toEqual([]);
      },
      60_000,
    );
  });
});

describe('a disk that fails now and then', () => {
  withStrace(() => {
    it('refuses the writes it could not flush, keeps the others and goes on', async () => {
      const path = temporaryDatabase();
      await (await openForTest(path)).close();
      const { acknowledged, refused, closed } = await runStoreChild(path, 40, ['fsync,fdatasync:error=EIO:when=8+10']);
      expect(refused.length).toBeGreaterThan(1);
      expect(new Set(refused)).toEqual(new Set(['store-unavailable']));
      expect(acknowledged.length + refused.length).toBe(40);
      expect(closed).toBe(true);

      const store = await openForTest(path);
      expect((await store.log.read(c1)).length).toBeGreaterThanOrEqual(acknowledged.at(-1) ?? 0);
      expect((await verifyAll(store.chain)).findings).toEqual([]);
    }, 60_000);

    it('refuses writes while it is full, and takes them again when there is space', async () => {
      const path = temporaryDatabase();
      // Made before, so that the count does not depend on how many migrations there are.
      await (await openForTest(path)).close();
      const { acknowledged, refused, closed } = await runStoreChild(path, 60, ['pwrite64:error=ENOSPC:when=30..60']);
      expect(refused.length).toBeGreaterThan(1);
      expect(new Set(refused)).toEqual(new Set(['store-full']));
      expect(acknowledged.length + refused.length).toBe(60);
      expect(closed).toBe(true);

      const store = await openForTest(path);
      expect((await store.log.read(c1)).length).toBe(acknowledged.at(-1));
      expect((await verifyAll(store.chain)).findings).toEqual([]);
    }, 60_000);
  });
});
