import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, untilReady } from '../postgres.ts';
import { serverUser } from '../postgres-folder.ts';
import { askOnce } from './own-database.ts';

/** A primary and its synchronous standby; `url` leads to whichever of them is in charge. */
export interface PostgresPair extends PostgresServer {
  /** The primary dies without a word, the standby is promoted, and the address leads there. */
  failOver(): Promise<void>;
}

const REPLICATING_WITHIN_MS = 30_000;

/** Both in a folder of their own; every commit of the primary waits for the standby to have it on its disk. */
export async function startPair(bin: string): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pair-'));
  const user = serverUser();
  const own = (path: string): string => {
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };
  own(folder);
  const addressOf = (name: string) =>
    `postgresql:///postgres?host=${encodeURIComponent(join(folder, name))}&user=postgres`;
  const tool = (name: string, args: readonly string[]): void => {
    const done = spawnSync(join(bin, name), args, { ...user, cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${name} failed: ${done.stderr}`);
  };
  const start = async (name: string): Promise<ChildProcess> => {
    const sockets = join(folder, name);
    mkdirSync(sockets);
    own(sockets);
    const settings = ['listen_addresses=', `unix_socket_directories=${sockets}`, 'max_connections=200'];
    const args = ['-D', join(folder, `${name}-data`), ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
    process.once('exit', () => server.kill('SIGQUIT'));
    await untilReady(addressOf(name));
    return server;
  };
  const pointTo = (name: string): void => {
    symlinkSync(name, join(folder, 'next'));
    renameSync(join(folder, 'next'), join(folder, 'current'));
  };

  const made = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  tool('initdb', ['-D', join(folder, 'first-data'), ...made]);
  const first = await start('first');
  tool('pg_basebackup', ['-h', join(folder, 'first'), '-U', 'postgres', '-D', join(folder, 'second-data'), '-R']);
  const second = await start('second');
  await askOnce(addressOf('first'), "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await askOnce(addressOf('first'), 'SELECT pg_reload_conf()');
  await untilSynchronous(addressOf('first'));
  pointTo('first');

  const end = async (server: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    url: addressOf('current'),
    async failOver() {
      await end(first, 'SIGQUIT');
      await askOnce(addressOf('second'), 'SELECT pg_promote()');
      pointTo('second');
    },
    async stop() {
      await end(first, 'SIGQUIT');
      await end(second, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilSynchronous(url: string): Promise<void> {
  const deadline = Date.now() + REPLICATING_WITHIN_MS;
  for (;;) {
    const rows = await askOnce(url, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    if (rows.length > 0) return;
    if (Date.now() > deadline) throw new Error('The standby does not replicate.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
