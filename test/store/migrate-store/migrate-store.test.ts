import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import type { Store } from '../../../src/ports/store.ts';
import { blobHash } from '../../../src/store/blob-hash.ts';
import { migrateStore } from '../../../src/store/migrate-store/migrate-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { type PostgresServer, startServer, withPostgres } from '../../support/postgres.ts';
import { asked, decided, message, remembered, turnStarted } from '../../support/store-events.ts';
import { freshSchema } from '../../support/store-postgres.ts';
import { temporaryDatabase } from '../../support/store-sqlite.ts';

const c1 = conversationId('T1:C1:1.1');
const c2 = conversationId('T1:C2:2.2');
const LEASE_MS = 60_000;
const MANY = 1_200;
const picture = Uint8Array.from([137, 80, 0, 255]);

/** A SQLite database as a stopped bot leaves it: something of everything that is kept. */
async function aDatabase(): Promise<string> {
  const path = temporaryDatabase();
  const store = await openSqliteStore({ path, now: Date.now });
  const later = Date.now() + 3_600_000;
  await store.log.append(c1, [message('hello'), turnStarted(), asked('a1'), asked('a2'), remembered('a2', later)], {
    after: 0,
  });
  await store.log.append(
    c2,
    Array.from({ length: MANY }, (_, i) => message(`ä "${i}" \ud800 \u0000`)),
    { after: 0 },
  );
  await store.inbox.store({ key: 'e1', kind: 'event', body: '{"n":1}', receivedAt: 1 });
  await store.inbox.store({ key: 'e2', kind: 'event', body: '{"n":2}', receivedAt: 2 });
  await store.inbox.done('e1');
  await store.outbox.owe(c1, 'card:a1');
  await store.openStreams.remember({ key: 'answer:t1', conversation: c1, body: '{}' });
  await store.blobs.keep(c1, picture);
  await store.installations.put({ kind: 'workspace', team: 'T1', enterprise: 'E1' }, 'sealed-1');
  await store.installations.put({ kind: 'organisation', enterprise: 'E1' }, 'sealed-2');
  await store.installations.noteMember('T2', 'E1');
  await store.preferences.chooseCardRoute({ team: 'T1', user: 'U1' }, 'direct');
  await store.work.wake(c1);
  await store.work.claim('dead', LEASE_MS);
  await store.close();
  return path;
}

async function everything(store: Store) {
  return {
    one: await store.log.read(c1),
    two: await store.log.read(c2),
    heads: await store.chain.heads(),
    inbox: await store.inbox.pending(10),
    outbox: (await store.outbox.take(10, LEASE_MS)).map(({ key, conversation }) => ({ key, conversation })),
    streams: await store.openStreams.list(),
    pending: await store.index.pendingIn('T1', 10),
    blob: await store.blobs.read(blobHash(picture)),
    installations: await store.installations.all(),
    members: await store.installations.membersOf('E1'),
    direct: await store.preferences.whoChoseDirect(['U1']),
    grants: await store.index.grantsOf({ team: 'T1', user: 'U1' }, 10),
  };
}

describe('moving from SQLite to PostgreSQL', () => {
  withPostgres((here) => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      server = await startServer(here);
    });
    afterAll(() => server?.stop());

    function target() {
      const url = server?.url ?? '';
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
      expect(await everything(await openTarget(place))).toEqual(await everything(original));
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
