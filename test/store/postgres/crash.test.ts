import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { type PostgresCluster, startCluster, withPostgresCluster } from '../../support/postgres.ts';
import { message } from '../../support/store-events.ts';
import { freshSchema } from '../../support/store-postgres.ts';

const c1 = conversationId('c1');
const CRASHES = 3;
const APPENDS = 5_000;
const BACK_OFF_MS = 50;

describe('a PostgreSQL server that crashes', () => {
  withPostgresCluster((bin) => {
    let running: PostgresCluster | undefined;
    beforeAll(async () => {
      running = await startCluster(bin);
    });
    afterAll(() => running?.stop());

    async function open() {
      if (running === undefined) throw new Error('there is no server');
      const store = await openPostgresStore({ url: running.url, schema: freshSchema() });
      onTestFinished(() => store.close());
      return { cluster: running, store };
    }

    it('has every acknowledged event afterwards, and the store works on without a restart', async () => {
      const { cluster, store } = await open();
      const acknowledged = new Set<string>();
      let goesOn = true;
      const writing = (async () => {
        for (let i = 0; goesOn && i < APPENDS; i += 1) {
          try {
            const { length } = await store.log.read(c1);
            await store.log.append(c1, [message(String(i))], { after: length });
            acknowledged.add(String(i));
          } catch {
            // Refused or unknown: only what was acknowledged counts. A caller backs off, so this one does too.
            await new Promise((resolve) => setTimeout(resolve, BACK_OFF_MS));
          }
        }
      })();
      for (let i = 1; i <= CRASHES; i += 1) {
        const before = acknowledged.size;
        await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 1 }).toBeGreaterThan(before);
        await cluster.crash();
      }
      goesOn = false;
      await writing;

      await expect(store.check()).resolves.toBeUndefined();
      const log = await store.log.read(c1);
      const kept = new Set(log.map(({ event }) => (event.type === 'message.received' ? event.text : '')));
      expect([...acknowledged].filter((text) => !kept.has(text))).toEqual([]);
      expect((await verifyAll(store.chain)).findings).toEqual([]);
    }, 120_000);

    it('has lost nothing that a process which lives on was told is written', async () => {
      const { cluster, store } = await open();
      for (let i = 0; i < CRASHES; i += 1) {
        expect(await store.log.append(c1, [message(String(i))], { after: i, flush: 'later' })).toMatchObject({
          kind: 'appended',
        });
        await cluster.crash();
      }
      expect((await store.log.read(c1)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    }, 120_000);
  });
});
