import { checkpointsPath, databasePath } from '../config/data-files.ts';
import { duration } from '../config/duration.ts';
import type { Environment } from '../config/environment.ts';
import { loadKeyring } from '../config/load.ts';
import { makePrune } from '../conversation/prune.ts';
import { makeConversations } from '../conversation/reader.ts';
import { ed25519Signer, ed25519Verifier } from '../platform/ed25519.ts';
import type { Keyring } from '../platform/keyring.ts';
import { systemClock } from '../platform/system.ts';
import type { Store } from '../ports/store.ts';
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts';
import { verifyAll } from '../store/audit/verify.ts';
import { sayFinding } from './finding-words.ts';
import { readArgs, UsageProblem } from './usage.ts';

type Print = (line: string) => void;

/** Shorter would remove what people still talk about, and decisions nobody has looked at. */
const SHORTEST_MS = 86_400_000;

const OPTIONS = { 'older-than': { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;

/**
 * `prune --older-than 90d [--dry-run]`: removes the contents of conversations nothing has happened in for so long.
 * Verifies the log before and after, and removes nothing from one that does not hold: evidence is not to be buried.
 * Resolves with the exit code.
 */
export async function pruneCommand(args: readonly string[], environment: Environment, print: Print): Promise<number> {
  const { values } = readArgs(args, OPTIONS, 0);
  const olderThanMs = ageOf(values['older-than']);
  const dryRun = values['dry-run'];
  const keyring = loadKeyring(environment);
  const holds = async (store: Store): Promise<boolean> => {
    const { findings } = await verifyAll(store.chain, await auditOptions(keyring, environment));
    for (const finding of findings) print(sayFinding(finding));
    return findings.length === 0;
  };

  const store = await openStore(environment);
  try {
    if (!(await holds(store))) {
      print('The log does not hold. Nothing was removed.');
      return 1;
    }
    const { log, retention } = store;
    const parts = { conversations: makeConversations(log), retention, signer: ed25519Signer(keyring) };
    const { conversations, events, kept } = await makePrune({ ...parts, clock: systemClock })({ olderThanMs, dryRun });
    if (kept > 0) print(`${kept} conversations of that age are not at rest and stay.`);
    if (dryRun) {
      print(`${conversations} conversations would be pruned.`);
      return 0;
    }
    print(`Pruned ${conversations} conversations; ${events} events were removed.`);
    if (await holds(store)) return 0;
    print('The log does not hold any more.');
    return 1;
  } finally {
    await store.close();
  }
}

function ageOf(text: string | undefined): number {
  if (text === undefined) throw new UsageProblem('say how old: --older-than 90d');
  const read = duration.safeParse(text);
  if (!read.success) throw new UsageProblem(`--older-than: ${read.error.issues[0]?.message ?? 'not a duration'}`);
  if (read.data < SHORTEST_MS) throw new UsageProblem('--older-than: at least 1d');
  return read.data;
}

const auditOptions = async (keyring: Keyring, environment: Environment) => ({
  verifier: ed25519Verifier(keyring),
  checkpoints: await readCheckpointFile(checkpointsPath(environment)),
});

/** SQLite has one process at a time, so the bot must be stopped; on PostgreSQL the others go on working. */
async function openStore(environment: Environment): Promise<Store> {
  const { DATABASE_URL: url } = environment;
  if (url !== undefined) {
    const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
    return await openPostgresStore({ url });
  }
  const path = databasePath(environment);
  // Opening for work would make a database where there is none.
  const { openSqliteReader } = await import('../store/sqlite/open-sqlite-reader.ts');
  openSqliteReader(path).close();
  const { openSqliteStore } = await import('../store/sqlite/open-sqlite-store.ts');
  return await openSqliteStore({ path, now: systemClock.now });
}
