import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { silent } from '../../ports/logger.ts';
import { StoreError } from '../../ports/store.ts';
import { runClientProgram, withoutPassword } from './client-program.ts';
import { openPool } from './database.ts';
import { assertServer } from './start-up.ts';

/** Longer than any transaction of ours holds a table. */
const LOCK_WAIT_MS = 30_000;
/** How a table of ours stands in the list of what a dump has. */
const OUR_EVENTS = /^\d+; \d+ \d+ TABLE DATA \S+ events /m;

/**
 * Dumps the database at `url`, consistent as of one moment, beside the bots that work on it. The file appears under its
 * name only once it is complete; an existing file is never overwritten. Rejects with a `StoreError`.
 */
export async function dumpTo(file: string, url: string): Promise<void> {
  if (existsSync(file)) throw new StoreError('store-unsuitable', 'there is a file at the backup destination');
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    closeSync(openSync(partial, 'wx', 0o600));
    const { address, password } = withoutPassword(url);
    const how = ['--format=custom', '--no-owner', '--no-privileges', `--lock-wait-timeout=${LOCK_WAIT_MS}`];
    await runClientProgram('pg_dump', [...how, `--file=${partial}`, `--dbname=${address}`], password);
    await assertOurs(partial);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/**
 * Puts a dump into the empty database at `url`: all of it or nothing. Rejects with `store-unsuitable` when there is
 * anything in the database already or the dump is not one of a bot's.
 */
export async function restoreDump(file: string, url: string): Promise<void> {
  if (!existsSync(file)) throw new StoreError('store-unsuitable', 'there is no backup file of that name');
  await assertOurs(file);
  await assertEmpty(url);
  const { address, password } = withoutPassword(url);
  const how = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await runClientProgram('pg_restore', [...how, `--dbname=${address}`, file], password);
}

async function assertOurs(file: string): Promise<void> {
  const list = await runClientProgram('pg_restore', ['--list', file]);
  if (!OUR_EVENTS.test(list))
    throw new StoreError('store-unsuitable', 'this is not a Countersign database, or not a backup of one');
}

async function assertEmpty(url: string): Promise<void> {
  const db = openPool({ url }, silent);
  try {
    await assertServer(db);
    const [row] = await db.query<{ tables: number }>(
      'SELECT count(*) AS tables FROM pg_tables WHERE schemaname = current_schema()',
    );
    if (row?.tables === 0) return;
  } finally {
    await db.close();
  }
  throw new StoreError(
    'store-unsuitable',
    'the database is not empty: name a new one in DATABASE_URL and keep this one',
  );
}
