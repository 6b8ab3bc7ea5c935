import { mkdirSync } from 'node:fs';
import { databasePath } from '../config/data-files.ts';
import type { Environment } from '../config/environment.ts';
import { assertDatabaseUrl } from '../config/open-store.ts';
import { openSqliteReader } from '../store/sqlite/open-sqlite-reader.ts';
import { restore } from '../store/sqlite/restore.ts';
import { readArgs, UsageProblem } from './usage.ts';

type Print = (line: string) => void;

const OWNER_ONLY = 0o700;

/** Copies the database to a new file; the bot may be running. */
export async function backup(args: readonly string[], environment: Environment, print: Print): Promise<void> {
  const file = fileNamed(args);
  const url = postgresOf(environment);
  if (url !== null) {
    const { dumpTo } = await import('../store/postgres/dump.ts');
    await dumpTo(file, url);
  } else {
    const reader = openSqliteReader(databasePath(environment));
    try {
      await reader.backUp(file);
    } finally {
      reader.close();
    }
  }
  print(`Wrote ${file}.`);
}

/** Puts a backup in the place of the SQLite database of a stopped bot, or into an empty PostgreSQL database. */
export async function restoreBackup(args: readonly string[], environment: Environment, print: Print): Promise<void> {
  const file = fileNamed(args);
  const url = postgresOf(environment);
  const kept = url === null ? await restoreSqlite(file, environment) : await restorePostgres(file, url);
  print(`Restored ${file}.`);
  if (kept !== null) print(`What was there before is kept as ${kept}.`);
  print('`audit verify` will name what the backup does not have, by the checkpoints written since.');
}

async function restoreSqlite(file: string, environment: Environment): Promise<string | null> {
  mkdirSync(environment.COUNTERSIGN_DATA, { recursive: true, mode: OWNER_ONLY });
  return await restore(file, databasePath(environment), new Date());
}

async function restorePostgres(file: string, url: string): Promise<null> {
  const { restoreDump } = await import('../store/postgres/dump.ts');
  await restoreDump(file, url);
  return null;
}

function postgresOf({ DATABASE_URL: url }: Environment): string | null {
  if (url === undefined) return null;
  assertDatabaseUrl(url);
  return url;
}

function fileNamed(args: readonly string[]): string {
  const [file] = readArgs(args, {}, 1).positionals;
  if (file === undefined) throw new UsageProblem('name the backup file');
  return file;
}
