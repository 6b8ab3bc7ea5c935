import { checkpointsPath, databasePath } from '../config/data-files.ts';
import type { Environment } from '../config/environment.ts';
import { loadKeyring } from '../config/load.ts';
import { assertDatabaseUrl } from '../config/open-store.ts';
import { ed25519Verifier } from '../platform/ed25519.ts';
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts';
import type { AuditReport } from '../store/audit/finding.ts';
import { type AuditOptions, verifyAll } from '../store/audit/verify.ts';
import { openSqliteReader } from '../store/sqlite/open-sqlite-reader.ts';
import { sayFinding } from './finding-words.ts';
import { readArgs, UsageProblem } from './usage.ts';

/**
 * `migrate-store`: from the SQLite database of the data folder into the empty PostgreSQL database of DATABASE_URL.
 * Verifies the log before and after. Resolves with the exit code: 1 when something does not hold.
 */
export async function migrateStoreCommand(
  args: readonly string[],
  environment: Environment,
  print: (line: string) => void,
): Promise<number> {
  readArgs(args, {}, 0);
  const { DATABASE_URL: url } = environment;
  if (url === undefined) throw new UsageProblem('set DATABASE_URL to the PostgreSQL database to copy into');
  assertDatabaseUrl(url);
  const options = {
    verifier: ed25519Verifier(loadKeyring(environment)),
    checkpoints: await readCheckpointFile(checkpointsPath(environment)),
  };

  const before = await verifySqlite(databasePath(environment), options);
  if (!holds('The SQLite log', before, print)) return 1;
  const { migrateStore } = await import('../store/migrate-store/migrate-store.ts');
  for (const [table, rows] of await migrateStore(databasePath(environment), { url })) print(`Copied ${rows} ${table}.`);

  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  const store = await openPostgresStore({ url });
  try {
    const after = await verifyAll(store.chain, options);
    if (!holds('The PostgreSQL log', after, print)) return 1;
    if (after.events !== before.events || after.conversations !== before.conversations) {
      print('The copy does not have as many events as the original. Do not use it.');
      return 1;
    }
  } finally {
    await store.close();
  }
  print('Start the bot with DATABASE_URL. The SQLite file is as it was; keep it until the first backup of PostgreSQL.');
  return 0;
}

async function verifySqlite(path: string, options: AuditOptions): Promise<AuditReport> {
  const reader = openSqliteReader(path);
  try {
    return await verifyAll(reader.chain, options);
  } finally {
    reader.close();
  }
}

function holds(
  what: string,
  { events, signatures, findings, more }: AuditReport,
  print: (line: string) => void,
): boolean {
  for (const finding of findings) print(sayFinding(finding));
  if (more > 0) print(`and ${more} more`);
  const verdict = findings.length === 0 ? 'holds' : 'does not hold; nothing more is done';
  print(`${what} of ${events} events and ${signatures} signatures ${verdict}.`);
  return findings.length === 0;
}
