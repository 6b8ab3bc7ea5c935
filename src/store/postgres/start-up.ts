import { StoreError } from '../../ports/store.ts';
import type { PostgresDatabase } from './database.ts';

/** The oldest server that is still maintained when this is written is 14. */
const OLDEST_SERVER = 140_000;

const required: readonly (readonly [setting: string, values: readonly string[]])[] = [
  ['server_encoding', ['UTF8']],
  // Anything else acknowledges commits that a crash of the server takes back.
  ['fsync', ['on']],
  ['synchronous_commit', ['on', 'remote_apply']],
];

/** Rejects with `store-unsuitable` when the server is too old or does not keep what it acknowledges. */
export async function assertServer(db: Pick<PostgresDatabase, 'query'>): Promise<void> {
  const names = ['server_version_num', ...required.map(([setting]) => setting)];
  const rows = await db.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [names],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const version = Number(settings.get('server_version_num'));
  if (!(version >= OLDEST_SERVER)) {
    throw new StoreError('store-unsuitable', `the server has version ${version}; at least ${OLDEST_SERVER} is needed`);
  }
  for (const [setting, values] of required) {
    const found = settings.get(setting) ?? 'unknown';
    if (!values.includes(found)) {
      throw new StoreError('store-unsuitable', `${setting} is ${found}, not ${values.join(' or ')}`);
    }
  }
}

/** A schema name becomes part of statements, so it is a plain word. */
export function assertSchemaName(schema: string | undefined): void {
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new StoreError('store-unsuitable', 'the schema name is not a plain lower-case word');
  }
}
