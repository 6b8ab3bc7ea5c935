import { Client } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import type { Store } from '../../../src/ports/store.ts';
import { migrateStore } from '../../../src/store/migrate-store/migrate-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { c1, everythingIn, fill, LEASE_MS, MANY } from '../../support/full-store.ts';
import { withPostgres } from '../../support/postgres.ts';
import { sharedPostgres } from '../../support/shared-postgres.ts';
import { decided, message } from '../../support/store-events.ts';
import { freshSchema } from '../../support/store-postgres.ts';
import { temporaryDatabase } from '../../support/store-sqlite.ts';

/** A SQLite database as a stopped bot leaves it. */
async function aDatabase(): Promise<string> {
  const path = temporaryDatabase();
  const store = await openSqliteStore({ path, now: Date.now });
  await fill(store);
  await store.work.wake(c1);
  await store.work.claim('dead', LEASE_MS);
  await store.close();
  return path;
}

describe('moving from SQLite to PostgreSQL', () => {
  withPostgres((here) => {
    let url = '';
    beforeAll(async () => {
      url = await sharedPostgres(here);
    });

    function target() {
      const schema = freshSchema();
      onTestFinished(async () => {
        const admin = new Client(url);
        await admin.connect();
        await admin.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
        await admin.end();
      });
      return { url, schema };
    }

    async function openTarget(place: ReturnType<typeof target>): Promise<Store> {
      const store = await openPostgresStore(place);
      onTestFinished(() => store.close());
      return store;
    }

    it('takes everything along, and everything still verifies', async () => {
      const path = await aDatabase();
      const place = target();
      const copied = await migrateStore(path, place);
      const original = await openSqliteStore({ path, now: Date.now });
      onTestFinished(() => original.close());
      expect(await everythingIn(await openTarget(place))).toEqual(await everythingIn(original));
      expect(copied.get('events')).toBe(MANY + 5);
    });

    it('makes due at once what the stopped bot had claimed', async () => {
      const place = target();
      await migrateStore(await aDatabase(), place);
      const store = await openTarget(place);
      const claim = await store.work.claim('new', LEASE_MS);
      expect([claim?.conversation, claim?.epoch]).toEqual([c1, 2]);
    });

    it('goes on counting where it left off', async () => {
      const place = target();
      await migrateStore(await aDatabase(), place);
      const store = await openTarget(place);
      await store.inbox.store({ key: 'e1', kind: 'event', body: '{}', receivedAt: 3 });
      await store.inbox.store({ key: 'e3', kind: 'event', body: '{}', receivedAt: 3 });
      expect((await store.inbox.pending(10)).map(({ key }) => key)).toEqual(['e2', 'e3']);
      await store.log.append(conversationId('T1:C3:3.3'), [message('new')], { after: 0 });
      await store.log.append(c1, [decided('a1')], { after: 5 });
      expect(await store.index.pendingIn('T1', 10)).toEqual([]);
    });

    it('refuses a database in which something is already', async () => {
      const path = await aDatabase();
      const place = target();
      await migrateStore(path, place);
      await expect(migrateStore(path, place)).rejects.toMatchObject({ code: 'store-unsuitable' });
    });

    it('refuses a database on which a bot works', async () => {
      const place = target();
      await openTarget(place);
      await expect(migrateStore(await aDatabase(), place)).rejects.toMatchObject({ code: 'store-locked' });
    });

    it('refuses a file on which a bot works', async () => {
      const path = await aDatabase();
      const running = await openSqliteStore({ path, now: Date.now });
      onTestFinished(() => running.close());
      await expect(migrateStore(path, target())).rejects.toMatchObject({ code: 'store-locked' });
    });

    it('refuses a file that is not there', async () => {
      await expect(migrateStore(temporaryDatabase(), target())).rejects.toMatchObject({ code: 'store-unsuitable' });
    });
  });
});
