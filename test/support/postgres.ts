import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { makePostgresFolder } from './postgres-folder.ts';

/** Where Debian puts the servers of each version. */
const SERVERS = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server of one's own, whose processes a test may kill. */
export interface PostgresCluster extends PostgresServer {
  /** Kills it as a power cut would and starts it again. */
  crash(): Promise<void>;
}

export type PostgresHere =
  | { readonly kind: 'given'; readonly url: string }
  | { readonly kind: 'binaries'; readonly path: string }
  | { readonly kind: 'absent'; readonly required: boolean };

export type PostgresAtHand = Exclude<PostgresHere, { kind: 'absent' }>;

/** `TEST_DATABASE_URL` goes first; where `CI` or `REQUIRE_POSTGRES` is set, an absent server is a failure. */
export function findPostgres(env: NodeJS.ProcessEnv = process.env): PostgresHere {
  const url = env['TEST_DATABASE_URL'];
  if (url) return { kind: 'given', url };
  const versions = existsSync(SERVERS) ? readdirSync(SERVERS).toSorted((a, b) => Number(b) - Number(a)) : [];
  const path = versions.map((version) => join(SERVERS, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (path !== undefined) return { kind: 'binaries', path };
  return { kind: 'absent', required: Boolean(env['CI'] || env['REQUIRE_POSTGRES']) };
}

/**
 * Tests, inside a `describe`, that need a PostgreSQL server. Without one there is one loud line and one test that says so;
 * where it is required, that test fails.
 */
export function withPostgres(tests: (here: PostgresAtHand) => void): void {
  const here = findPostgres();
  if (here.kind !== 'absent') {
    tests(here);
    return;
  }
  it('no PostgreSQL here: its store not tested', () => {
    console.warn('NO POSTGRESQL HERE: its store not tested. Install it or set TEST_DATABASE_URL.');
    expect(here.required, 'PostgreSQL is required here (CI or REQUIRE_POSTGRES is set)').toBe(false);
  });
}

export async function startServer(here: PostgresAtHand): Promise<PostgresServer> {
  return here.kind === 'given' ? { url: here.url, stop: async () => undefined } : startCluster(here.path);
}

/** Tests, inside a `describe`, that crash the server: only with binaries of one's own, never a server that was given. */
export function withPostgresCluster(tests: (bin: string) => void): void {
  withPostgres((here) => {
    if (here.kind === 'binaries') {
      tests(here.path);
      return;
    }
    it('a given server is not crashed', () => {
      console.warn('A GIVEN POSTGRESQL IS NOT CRASHED: what survives that is not tested.');
      expect(here.kind).toBe('given');
    });
  });
}

/** A throw-away server that listens in a directory of its own only. */
export async function startCluster(bin: string): Promise<PostgresCluster> {
  const { path, url, args, user } = makePostgresFolder(bin);
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(join(bin, 'postgres'), args, { ...user, cwd: path, stdio: 'ignore' });
    await untilReady(url);
    return server;
  };
  let server = await start();
  process.once('exit', () => server.kill('SIGQUIT'));
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };

  return {
    url,
    async stop() {
      await end('SIGINT');
      rmSync(path, { recursive: true, force: true });
    },
    async crash() {
      await end('SIGQUIT');
      server = await start();
    },
  };
}

export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
