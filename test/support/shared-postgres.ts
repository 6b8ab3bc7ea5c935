import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type PostgresAtHand, untilReady } from './postgres.ts';
import { makePostgresFolder } from './postgres-folder.ts';

/** Runs the server until the pipe from this process closes, however this process ended, and removes its folder. */
const WITH_PARENT = '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server; rm -rf "$0"';

let shared: Promise<string> | undefined;

/**
 * The address of the server that is given, or else of one that all tests of this process share. It is started for the
 * first who ask and ends with the process; each test has a schema or a database of its own there.
 */
export function sharedPostgres(here: PostgresAtHand): Promise<string> {
  shared ??= here.kind === 'given' ? Promise.resolve(here.url) : startUntilParentEnds(here.path);
  return shared;
}

async function startUntilParentEnds(bin: string): Promise<string> {
  const { path, url, args, user } = makePostgresFolder(bin);
  spawn('sh', ['-c', WITH_PARENT, path, join(bin, 'postgres'), ...args], {
    ...user,
    cwd: path,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Whoever interrupts the tests at a terminal interrupts their process alone, and that ends this one.
    detached: true,
  });
  await untilReady(url);
  return url;
}
