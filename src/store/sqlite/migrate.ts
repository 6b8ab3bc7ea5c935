import type { Database } from 'better-sqlite3';
import { StoreError } from '../../ports/store.ts';
import type { Migration } from '../migration.ts';
import { migrations } from './migrations.ts';

/** `CSGN`: marks the file as ours in its header. */
const APPLICATION_ID = 0x4353474e;

/**
 * Brings the schema up to date, each migration in its own transaction with the record of it.
 * Throws `store-unsuitable` for a database that is not ours and `store-newer-schema` for one of newer code.
 */
export function migrate(db: Database, now: () => number, steps: readonly Migration[] = migrations): void {
  claimFile(db);
  const done = assertSchemaKnown(db, steps);
  const record = db.prepare<[number, number]>('INSERT INTO schema_migrations (number, applied_at) VALUES (?, ?)');
  const apply = db.transaction((step: Migration) => {
    db.exec(step.sql);
    record.run(step.number, now());
  });
  for (const step of steps) {
    if (step.number > done) apply.immediate(step);
  }
}

/** The number of the newest migration applied; throws `store-newer-schema` when it is not one of ours. */
export function assertSchemaKnown(db: Database, steps: readonly Migration[] = migrations): number {
  const done = schemaNumber(db);
  const newest = steps.at(-1)?.number ?? 0;
  if (done > newest) {
    throw new StoreError('store-newer-schema', `the database has schema ${done}; this code knows up to ${newest}`);
  }
  return done;
}

/** The number of the newest migration applied; 0 for a new database. */
export const schemaNumber = (db: Database): number =>
  db.prepare<[], { number: number }>('SELECT coalesce(max(number), 0) AS number FROM schema_migrations').get()
    ?.number ?? 0;

/** Throws unless the file is marked as ours. */
export function assertOurs(db: Database): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new StoreError('store-unsuitable', 'the file is not a Countersign database');
  }
}

function claimFile(db: Database): void {
  const tables = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM sqlite_schema').get()?.count;
  if (tables !== 0) {
    assertOurs(db);
    return;
  }
  db.transaction(() => {
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.exec('CREATE TABLE schema_migrations (number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT');
  }).immediate();
}
