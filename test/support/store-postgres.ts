import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** A schema name nobody else uses on this server. */
export const freshSchema = (): string => `t_${randomBytes(8).toString('hex')}`;

/** Opens an empty store in a schema of its own. Its clock is the server's, moved by giving `now_ms` another body. */
export async function openPostgresForTest(url: string): Promise<StoreUnderTest> {
  const schema = freshSchema();
  const admin = new Client(url);
  await admin.connect();
  const store = await openPostgresStore({ url, schema });
  onTestFinished(async () => {
    await store.close();
    await admin.query(`DROP SCHEMA "${schema}" CASCADE`);
    await admin.end();
  });
  let ahead = 0;
  return {
    store,
    async now() {
      const { rows } = await admin.query<{ now: string }>(`SELECT "${schema}".now_ms() AS now`);
      return Number(rows[0]?.now);
    },
    async advance(ms) {
      ahead += ms;
      await admin.query(
        `CREATE OR REPLACE FUNCTION "${schema}".now_ms() RETURNS bigint LANGUAGE sql VOLATILE
         AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead} $$`,
      );
    },
  };
}
