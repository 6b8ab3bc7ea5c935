import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** Places by name, and everything that stands in them. */
export type Places = ReadonlyMap<string, string>;

/** Every way in which a secret could have been written somewhere. */
const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
];

/** Which secret stands where, whatever its spelling; none: nothing got out. */
export const leaks = (places: Places, secrets: readonly string[]): readonly string[] =>
  [...places].flatMap(([place, content]) =>
    secrets.flatMap((secret) =>
      spellings(secret).some((spelling) => content.includes(spelling)) ? [`${secret} in ${place}`] : [],
    ),
  );

/** Every file of a folder, byte by byte. */
export const filesOf = (folder: string): Places =>
  new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'latin1')] as const),
  );

/** Every row of every table of a PostgreSQL database. */
export async function tablesOf(databaseUrl: string): Promise<Places> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(table_name) AS name FROM information_schema.tables
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    );
    const contents = new Map<string, string>();
    for (const { name } of rows) {
      const found = await client.query<{ all: string }>(
        `SELECT coalesce(string_agg(t::text, ' '), '') AS all FROM ${name} t`,
      );
      contents.set(`table ${name}`, found.rows[0]?.all ?? '');
    }
    return contents;
  } finally {
    await client.end();
  }
}
