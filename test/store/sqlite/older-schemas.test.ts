import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { migrations } from '../../../src/store/sqlite/migrations.ts';
import { c1, everythingIn, fill, picture } from '../../support/full-store.ts';
import { openForTest, temporaryDatabase } from '../../support/store-sqlite.ts';

/** The schemas there were before this one. */
const older = migrations.slice(0, -1).map(({ number }) => number);

/** A full database, and one of an older schema with everything of it that schema had a place for. */
async function databases(schema: number): Promise<{ readonly full: string; readonly old: string }> {
  const [full, old] = [temporaryDatabase(), temporaryDatabase()];
  const store = await openForTest(full);
  await fill(store);
  await store.close();
  const db = new Database(old);
  migrate(db, Date.now, migrations.slice(0, schema));
  db.pragma('foreign_keys = OFF');
  db.prepare('ATTACH ? AS full').run(full);
  for (const table of tablesOf(db)) {
    const columns = db.pragma(`table_info(${table})`) as readonly { readonly name: string }[];
    const names = columns.map(({ name }) => name).join(', ');
    db.exec(`DELETE FROM ${table}; INSERT INTO ${table} (${names}) SELECT ${names} FROM full.${table}`);
  }
  db.close();
  return { full, old };
}

const tablesOf = (db: Database.Database) =>
  db
    .prepare<[], string>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations'`,
    )
    .pluck()
    .all();

describe('a SQLite database of an older schema', () => {
  it.each(older)('is brought up to date with everything that was in it: schema %i', async (schema) => {
    const { full, old } = await databases(schema);
    const before = await everythingIn(await openForTest(full));
    const now = await everythingIn(await openForTest(old));
    expect(now).toEqual({
      ...before,
      ...(schema < 3 ? { installations: [], members: [] } : {}),
      ...(schema < 4 ? { direct: [] } : {}),
      ...(schema < 5 ? { blob: { kind: 'missing' } } : {}),
    });
  });

  it.each(older)('takes what is new, and is found like that the next time: schema %i', async (schema) => {
    const { full, old } = await databases(schema);
    const first = await openForTest(old);
    await first.installations.noteMember('T2', 'E1');
    await first.preferences.chooseCardRoute({ team: 'T1', user: 'U1' }, 'direct');
    await first.blobs.keep(c1, picture);
    await first.close();
    const { direct, blob } = await everythingIn(await openForTest(full));
    expect(await everythingIn(await openForTest(old))).toMatchObject({ members: ['T2'], direct, blob });
  });
});
