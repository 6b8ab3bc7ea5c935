import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** A schema name nobody else uses on this server. */
export const freshSchema = (): string => `t_${randomBytes(8).toString('hex')}`;

/** A store in a schema of its own, and a connection of the server's administrator. */
interface OpenedStore {
  readonly store: Store;
  readonly schema: string;
  readonly admin: Client;
}

/** What a store keeps for itself, whatever it is used for. */
const KEPT = ['schema_migrations', 'processes', 'probe'];

/**
 * Empty stores for many tests one after the other, each in a schema of its own. Their clock is the server's, moved by
 * giving `now_ms` another body. Opening connections is most of what such a test costs, so a store that a test leaves open
 * is emptied and serves the next one.
 */
export function postgresForManyTests(url: () => Promise<string>) {
  let free: OpenedStore | null = null;
  return {
    async open(): Promise<StoreUnderTest> {
      const opened = free ?? (await openSchema(await url()));
      free = null;
      onTestFinished(async () => {
        // A store that its test closed serves no other, nor does one that not everybody may empty.
        const isEmpty = await opened.store.check().then(
          () => empty(opened),
          () => false,
        );
        if (!isEmpty || free !== null) return await drop(opened);
        free = opened;
      });
      return underTest(opened);
    },
    async close(): Promise<void> {
      if (free !== null) await drop(free);
      free = null;
    },
  };
}

async function openSchema(url: string): Promise<OpenedStore> {
  const schema = freshSchema();
  const admin = new Client(url);
  await admin.connect();
  const store = await openPostgresStore({ url, schema });
  return { store, schema, admin };
}

async function drop({ store, schema, admin }: OpenedStore): Promise<void> {
  await store.close();
  await admin.query(`DROP SCHEMA "${schema}" CASCADE`);
  await admin.end();
}

/**
 * The log refuses to forget, so its triggers are passed over as a replica passes over them. False where that is not
 * allowed: the user of a server that was given may be no superuser.
 */
async function empty({ schema, admin }: OpenedStore): Promise<boolean> {
  const { rows } = await admin.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND NOT tablename = ANY ($2)',
    [schema, KEPT],
  );
  const deletions = rows.map(({ name }) => `DELETE FROM "${schema}"."${name}";`).join(' ');
  try {
    await admin.query(`BEGIN; SET LOCAL session_replication_role = replica; ${deletions} COMMIT`);
  } catch {
    await admin.query('ROLLBACK');
    return false;
  }
  await setClock({ schema, admin }, 0);
  return true;
}

const setClock = async ({ schema, admin }: Omit<OpenedStore, 'store'>, ahead: number): Promise<void> =>
  void (await admin.query(
    `CREATE OR REPLACE FUNCTION "${schema}".now_ms() RETURNS bigint LANGUAGE sql VOLATILE
     AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead} $$`,
  ));

function underTest({ store, schema, admin }: OpenedStore): StoreUnderTest {
  let ahead = 0;
  return {
    store,
    async now() {
      const { rows } = await admin.query<{ now: string }>(`SELECT "${schema}".now_ms() AS now`);
      return Number(rows[0]?.now);
    },
    async advance(ms) {
      ahead += ms;
      await setClock({ schema, admin }, ahead);
    },
  };
}
