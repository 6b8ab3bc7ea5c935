import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of one's own on a server, and a connection of its administrator to disturb those who work on it. */
export interface OwnDatabase {
  readonly url: string;
  /** Cuts every connection of the bots, whatever they are in the middle of. */
  cutConnections(): Promise<void>;
  drop(): Promise<void>;
}

export async function makeOwnDatabase(serverUrl: string): Promise<OwnDatabase> {
  const name = `countersign_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const ask = async (sql: string, values: readonly unknown[] = []) => void (await askOnce(serverUrl, sql, values));
  await ask(`CREATE DATABASE ${name}`);
  return {
    url: url.href,
    cutConnections: () => ask('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]),
    drop: () => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** One statement over a connection of its own. */
export async function askOnce(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
