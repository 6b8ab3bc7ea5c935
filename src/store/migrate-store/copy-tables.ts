import type { Database } from 'better-sqlite3';
import { StoreError } from '../../ports/store.ts';
import type { PostgresDatabase, Sql } from '../postgres/database.ts';
import { type Table, tables } from './tables.ts';

/** Rows of one statement: some megabytes at most times. */
const PAGE = 500;

type Row = Readonly<Record<string, string | number | Uint8Array | null>> & { readonly place: number };

/** How many rows of each table were copied. */
export type Copied = ReadonlyMap<string, number>;

/**
 * Copies every table into an empty database, in one transaction: all of it is there or nothing. Keys stay as they are.
 * Rejects with `store-unsuitable` when the database is not empty.
 */
export function copyTables(from: Database, to: PostgresDatabase): Promise<Copied> {
  return to.transact(async (sql) => {
    await assertEmpty(sql);
    const copied = new Map<string, number>();
    for (const table of tables) copied.set(table.name, await copyTable(from, sql, table));
    return copied;
  });
}

async function assertEmpty(sql: Sql): Promise<void> {
  const filled = tables.map(({ name }) => `EXISTS (SELECT 1 FROM ${name})`).join(' OR ');
  const [row] = await sql<{ filled: boolean }>(`SELECT ${filled} AS filled`);
  if (row?.filled !== false) {
    throw new StoreError('store-unsuitable', 'the PostgreSQL database is not empty: something works in it already');
  }
}

async function copyTable(from: Database, sql: Sql, table: Table): Promise<number> {
  const page = from.prepare<[number, number], Row>(
    `SELECT rowid AS place, ${table.columns.map(({ name, from: source }) => `${source ?? name} AS ${name}`).join(', ')}
     FROM ${table.name} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  );
  const names = table.columns.map(({ name }) => name);
  const arrays = table.columns.map(({ type }, i) => `$${i + 1}::${type}[]`);
  const insert = `INSERT INTO ${table.name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
                  SELECT * FROM unnest(${arrays.join(', ')})`;
  let count = 0;
  for (let place = 0; ; ) {
    const rows = page.all(place, table.page ?? PAGE);
    const last = rows.at(-1);
    if (last === undefined) break;
    await sql(
      insert,
      names.map((name) => rows.map((row) => row[name])),
    );
    count += rows.length;
    ({ place } = last);
  }
  const { counts } = table;
  // An empty table keeps the beginning of its count.
  if (counts !== undefined && count > 0) {
    await sql(`SELECT setval(${counts.sequence}, (SELECT max(${counts.column}) FROM ${table.name}))`);
  }
  return count;
}
