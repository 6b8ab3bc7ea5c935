import { Client } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { approvalId, conversationId } from '../../../src/domain/ids.ts';
import { type Store, StoreError } from '../../../src/ports/store.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { withPostgres } from '../../support/postgres.ts';
import { sharedPostgres } from '../../support/shared-postgres.ts';
import { message } from '../../support/store-events.ts';
import { freshSchema } from '../../support/store-postgres.ts';
import { thorough } from '../../support/thorough.ts';

const c1 = conversationId('c1');
const LEASE_MS = 60_000;
const delivery = { key: 'e1', kind: 'event', body: '{}', receivedAt: 1 } as const;
const MAX_ATTEMPTS = 500;
const CUTS = thorough ? 25 : 8;

describe('several processes on one PostgreSQL', () => {
  withPostgres((here) => {
    let url = '';
    beforeAll(async () => {
      url = await sharedPostgres(here);
    });

    /** As many stores on one schema as processes would have, and a connection to disturb them. */
    async function open(count: number) {
      const schema = freshSchema();
      const admin = new Client(url);
      await admin.connect();
      const stores = await Promise.all(Array.from({ length: count }, () => openPostgresStore({ url, schema })));
      onTestFinished(async () => {
        await Promise.all(stores.map((store) => store.close()));
        await admin.query(`DROP SCHEMA "${schema}" CASCADE`);
        await admin.end();
      });
      const [one, two = one] = stores;
      if (one === undefined || two === undefined) throw new Error('no store was asked for');
      return { schema, admin, stores, one, two };
    }

    /** Appends until it is through, as callers do: a rejected append may have happened, so it reads again. */
    async function appendSurely(store: Store, text: string): Promise<void> {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        try {
          const log = await store.log.read(c1);
          if (log.some(({ event }) => event.type === 'message.received' && event.text === text)) return;
          await store.log.append(c1, [message(text)], { after: log.length });
        } catch (error) {
          if (!(error instanceof StoreError && error.code === 'store-unavailable')) throw error;
        }
      }
      throw new Error(`${text} was not through after ${MAX_ATTEMPTS} attempts`);
    }

    it('start at once and make the schema once', async () => {
      const { stores } = await open(4);
      for (const store of stores) await expect(store.check()).resolves.toBeUndefined();
    });

    it('hear each other’s wakes', async () => {
      const { one, two } = await open(2);
      const heard = vi.fn<() => void>();
      two.work.onWake(heard);
      await one.work.wake(c1);
      await expect.poll(() => heard.mock.calls.length, { timeout: 5_000 }).toBeGreaterThan(0);
    });

    it('hear each other again after their listening connections were lost', async () => {
      const { admin, one, two } = await open(2);
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`);
      const heard = vi.fn<() => void>();
      two.work.onWake(heard);
      // Opened again, it announces once by itself; only what comes after that was really heard.
      await expect.poll(() => heard.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
      heard.mockClear();
      await one.work.wake(c1);
      await expect.poll(() => heard.mock.calls.length, { timeout: 5_000 }).toBeGreaterThan(0);
    });

    it('never claim the same conversation, and claim every one', async () => {
      const { stores, one } = await open(3);
      const woken = Array.from({ length: 30 }, (_, i) => conversationId(`c${i}`));
      for (const conversation of woken) await one.work.wake(conversation);
      const claimAll = async (store: Store): Promise<readonly string[]> => {
        const claimed: string[] = [];
        for (;;) {
          const claim = await store.work.claim('worker', LEASE_MS);
          if (claim === null) return claimed;
          claimed.push(claim.conversation);
        }
      };
      const claimed = (await Promise.all(stores.map(claimAll))).flat();
      expect(claimed.toSorted()).toEqual(woken.toSorted());
    });

    it('handle what they were told themselves, and what another left lying', async () => {
      const { admin, schema, one, two } = await open(2);
      const keys = async (store: Store) => (await store.inbox.pending(10)).map(({ key }) => key);
      await one.inbox.store(delivery);
      expect([await keys(two), await keys(one)]).toEqual([[], ['e1']]);
      await admin.query(`DELETE FROM "${schema}".processes`);
      expect(await keys(two)).toEqual(['e1']);
    });

    it('deliver what another one was delivering when it is gone, and not before', async () => {
      const { admin, schema, one, two } = await open(2);
      await one.outbox.owe(c1, 'card:a1');
      const taken = async (store: Store) => (await store.outbox.take(10, LEASE_MS)).map(({ attempts }) => attempts);
      expect([await taken(one), await taken(one), await taken(two)]).toEqual([[0], [], []]);
      await admin.query(`DELETE FROM "${schema}".processes`);
      expect(await taken(two)).toEqual([1]);
    });

    it('give a process again what it was given in an answer that was lost', async () => {
      const { admin, schema, one } = await open(1);
      await one.outbox.owe(c1, 'card:a1');
      const [{ id } = { id: '' }] = (await admin.query<{ id: string }>(`SELECT id FROM "${schema}".processes`)).rows;
      await admin.query(`UPDATE "${schema}".outbox SET owner = $1, lease_until = 9e15, attempts = 1`, [id]);
      expect((await one.outbox.take(10, LEASE_MS)).map(({ attempts }) => attempts)).toEqual([1]);
    });

    it('leave to the others at once what one of them held when it was closed', async () => {
      const { one, two } = await open(2);
      await one.inbox.store(delivery);
      await one.close();
      expect(await two.inbox.pending(10)).toHaveLength(1);
    });

    it('may each try what one of them could not handle', async () => {
      const { one, two } = await open(2);
      await one.inbox.store(delivery);
      await one.inbox.postpone('e1', 0, 'failed');
      expect((await two.inbox.pending(10)).map(({ attempts }) => attempts)).toEqual([1]);
    });

    it('take no work, and are not ready, once newer code has changed the schema', async () => {
      const { admin, schema, one } = await open(1);
      await one.work.wake(c1);
      await admin.query(`INSERT INTO "${schema}".schema_migrations VALUES (999, now())`);
      expect([await one.work.claim('worker', LEASE_MS), await one.work.nextDue()]).toEqual([null, null]);
      await expect(one.check()).rejects.toMatchObject({ code: 'store-newer-schema' });
    });

    it('write one chain without gap or fork when they append to one conversation', async () => {
      const { stores, one } = await open(3);
      await Promise.all(
        stores.flatMap((store, i) => Array.from({ length: 5 }, (_, j) => appendSurely(store, `${i}.${j}`))),
      );
      expect((await one.log.read(c1)).map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
      expect((await verifyAll(one.chain)).findings).toEqual([]);
    });

    it('record one of two decisions that arrive at once', async () => {
      const { one, two } = await open(2);
      const settle = (store: Store) =>
        store.log.append(c1, [{ type: 'approval.expired', approvalId: approvalId('a1') }], { after: 0 });
      const kinds = (await Promise.all([settle(one), settle(two)])).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['appended', 'conflict']);
    });

    it('keep what they acknowledged and lose no write when their connections are cut again and again', async () => {
      const { admin, stores, one } = await open(2);
      const written = new Set<string>();
      const writing = Promise.all(
        stores.map(async (store, i) => {
          for (let j = 0; j < 2 * CUTS; j += 1) {
            await appendSurely(store, `${i}.${j}`);
            written.add(`${i}.${j}`);
          }
        }),
      );
      for (let i = 0; i < CUTS; i += 1) {
        // Somewhere in the middle of whatever they do next.
        await expect.poll(() => written.size, { timeout: 20_000, interval: 1 }).toBeGreaterThanOrEqual(2 * i);
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'countersign' AND query NOT LIKE 'LISTEN%'`,
        );
      }
      await writing;
      expect(await one.log.read(c1)).toHaveLength(stores.length * 2 * CUTS);
      expect((await verifyAll(one.chain)).findings).toEqual([]);
    }, 60_000);

    it.each([
      ['40001', 4, 'appended'],
      ['40P01', 4, 'appended'],
      ['40001', 5, 'store-unavailable'],
    ])('repeat a transaction that collides (%s) %i times: %s', async (code, times, outcome) => {
      const { admin, schema, one } = await open(1);
      await admin.query(`
        CREATE SEQUENCE "${schema}".collisions;
        CREATE FUNCTION "${schema}".collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval('"${schema}".collisions') <= ${times} THEN RAISE EXCEPTION 'collision' USING ERRCODE = '${code}'; END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER collide BEFORE INSERT ON "${schema}".events
          FOR EACH ROW EXECUTE FUNCTION "${schema}".collide();`);
      const appended = one.log.append(c1, [message('a')], { after: 0 }).then(
        ({ kind }) => kind,
        (error: unknown) => (error instanceof StoreError ? error.code : error),
      );
      expect(await appended).toBe(outcome);
    });

    it.each([['UPDATE events SET body = body'], ['DELETE FROM events'], ['TRUNCATE events CASCADE']])(
      'cannot %s',
      async (sql) => {
        const { admin, schema, one } = await open(1);
        await one.log.append(c1, [message('a')], { after: 0 });
        await admin.query(`SET search_path = "${schema}"`);
        await expect(admin.query(sql)).rejects.toThrow('append-only');
      },
    );

    it('refuse a schema of newer code', async () => {
      const { admin, schema } = await open(1);
      await admin.query(`INSERT INTO "${schema}".schema_migrations VALUES (999, now())`);
      await expect(openPostgresStore({ url, schema })).rejects.toMatchObject({ code: 'store-newer-schema' });
    });
  });
});
