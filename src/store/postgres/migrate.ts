import { StoreError } from '../../ports/store.ts';
import type { Migration } from '../migration.ts';
import type { PostgresDatabase, Sql } from './database.ts';
import { migrations } from './migrations.ts';

/** `CSGN`: any number nobody else uses for an advisory lock. */
const MIGRATION_LOCK = 0x4353474e;

/** Brings the schema up to date, all of it in one transaction; of several processes that start at once, one does it. */
export function migrate(
  db: PostgresDatabase,
  schema?: string,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  return db.transact(async (sql) => {
    await sql('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (schema !== undefined) await sql(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    await sql(
      'CREATE TABLE IF NOT EXISTS schema_migrations (number integer PRIMARY KEY, applied_at timestamptz NOT NULL)',
    );
    const done = await assertSchemaKnown(sql, steps);
    for (const step of steps) {
      if (step.number <= done) continue;
      await sql(step.sql);
      await sql('INSERT INTO schema_migrations VALUES ($1, clock_timestamp())', [step.number]);
    }
  });
}

/** The number of the newest migration applied; rejects with `store-newer-schema` when it is not one of ours. */
export async function assertSchemaKnown(sql: Sql, steps: readonly Migration[] = migrations): Promise<number> {
  const [row] = await sql<{ number: number }>('SELECT coalesce(max(number), 0) AS number FROM schema_migrations');
  const done = row?.number ?? 0;
  const newest = steps.at(-1)?.number ?? 0;
  if (done > newest) {
    throw new StoreError('store-newer-schema', `the database has schema ${done}; this code knows up to ${newest}`);
  }
  return done;
}
