import { mkdirSync } from 'node:fs';
import { databasePath } from '../config/data-files.ts';
import type { Environment } from '../config/environment.ts';
import { openSqliteReader } from '../store/sqlite/open-sqlite-reader.ts';
import { restore } from '../store/sqlite/restore.ts';
import { readArgs, UsageProblem } from './usage.ts';

type Print = (line: string) => void;

const OWNER_ONLY = 0o700;

/** Copies the SQLite database to a new file; the bot may be running. */
export async function backup(args: readonly string[], environment: Environment, print: Print): Promise<void> {
  const file = fileNamed(args, environment);
  const reader = openSqliteReader(databasePath(environment));
  try {
    await reader.backUp(file);
  } finally {
    reader.close();
  }
  print(`Wrote ${file}.`);
}

/** Puts a backup in the place of the SQLite database; the bot must be stopped. */
export async function restoreBackup(args: readonly string[], environment: Environment, print: Print): Promise<void> {
  const file = fileNamed(args, environment);
  mkdirSync(environment.COUNTERSIGN_DATA, { recursive: true, mode: OWNER_ONLY });
  const kept = await restore(file, databasePath(environment), new Date());
  print(`Restored ${file}.`);
  if (kept !== null) print(`What was there before is kept as ${kept}.`);
  print('`audit verify` will name what the backup does not have, by the checkpoints written since.');
}

function fileNamed(args: readonly string[], { DATABASE_URL: url }: Environment): string {
  const [file] = readArgs(args, {}, 1).positionals;
  if (file === undefined) throw new UsageProblem('name the backup file');
  if (url !== undefined) throw new UsageProblem('the data is in PostgreSQL: use pg_dump and pg_restore');
  return file;
}
