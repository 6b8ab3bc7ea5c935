import { Client } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../../src/ports/logger.ts';
import type { Store } from '../../../src/ports/store.ts';
import { openPool } from '../../../src/store/postgres/database.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { migrations } from '../../../src/store/postgres/migrations.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { c1, everythingIn, fill, picture } from '../../support/full-store.ts';
import { withPostgres } from '../../support/postgres.ts';
import { sharedPostgres } from '../../support/shared-postgres.ts';
import { freshSchema } from '../../support/store-postgres.ts';

/** The schemas there were before this one. */
const older = migrations.slice(0, -1).map(({ number }) => number);

describe('a PostgreSQL database of an older schema', () => {
  withPostgres((here) => {
    let url = '';
    beforeAll(async () => {
      url = await sharedPostgres(here);
    });

    /** A full store, and one of an older schema, opened by this code, with everything of it that schema had a place for. */
    async function stores(schema: number): Promise<{ readonly full: Store; readonly old: Store }> {
      const [from, to] = [freshSchema(), freshSchema()];
      const admin = new Client(url);
      await admin.connect();
      const full = await openPostgresStore({ url, schema: from });
      onTestFinished(async () => {
        await full.close();
        await admin.query(`DROP SCHEMA "${from}" CASCADE; DROP SCHEMA IF EXISTS "${to}" CASCADE`);
        await admin.end();
      });
      await fill(full);
      const pool = openPool({ url, schema: to }, silent);
      await migrate(pool, to, migrations.slice(0, schema));
      await pool.close();
      for (const table of await tablesOf(admin, to)) await copy(admin, table, { from, to });
      const old = await openPostgresStore({ url, schema: to });
      onTestFinished(() => old.close());
      return { full, old };
    }

    it.each(older)('is brought up to date with everything that was in it: schema %i', async (schema) => {
      const { full, old } = await stores(schema);
      const before = await everythingIn(full);
      expect(await everythingIn(old)).toEqual({
        ...before,
        ...(schema < 4 ? { installations: [], members: [] } : {}),
        ...(schema < 5 ? { direct: [] } : {}),
        ...(schema < 6 ? { blob: { kind: 'missing' } } : {}),
      });
    });

    it('takes what is new', async () => {
      const { full, old } = await stores(older.at(-2) ?? 0);
      await old.preferences.chooseCardRoute({ team: 'T1', user: 'U1' }, 'direct');
      await old.blobs.keep(c1, picture);
      const { direct, blob } = await everythingIn(full);
      expect(await everythingIn(old)).toMatchObject({ direct, blob });
    });
  });
});

/** Tables that hold what is kept; what refers to others comes after them. */
async function tablesOf(admin: Client, schema: string): Promise<readonly string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = $1 AND tablename NOT IN ('schema_migrations', 'processes', 'probe')
     ORDER BY tablename <> 'conversations', tablename = 'blob_uses', tablename`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

async function copy(admin: Client, table: string, { from, to }: { readonly from: string; readonly to: string }) {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER'`,
    [to, table],
  );
  const names = rows.map(({ name }) => name).join(', ');
  await admin.query(
    `INSERT INTO "${to}".${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM "${from}".${table}`,
  );
}
