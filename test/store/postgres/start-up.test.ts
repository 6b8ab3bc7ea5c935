import { describe, expect, it } from 'vitest';
import type { PostgresDatabase } from '../../../src/store/postgres/database.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { assertSchemaName, assertServer } from '../../../src/store/postgres/start-up.ts';

const sound = { server_version_num: '160004', server_encoding: 'UTF8', fsync: 'on', synchronous_commit: 'on' };

/** A server that answers with these settings. */
const serverWith = (settings: Readonly<Record<string, string>>): Pick<PostgresDatabase, 'query'> => ({
  query: async <Row extends object>() => {
    const rows: unknown = Object.entries(settings).map(([name, setting]) => ({ name, setting }));
    return rows as readonly Row[];
  },
});

describe('opening a PostgreSQL store', () => {
  it('takes a server that keeps what it acknowledges', async () => {
    await expect(assertServer(serverWith(sound))).resolves.toBeUndefined();
    await expect(assertServer(serverWith({ ...sound, synchronous_commit: 'remote_apply' }))).resolves.toBeUndefined();
  });

  it.each([
    ['server_version_num', '130022'],
    ['server_version_num', ''],
    ['server_encoding', 'SQL_ASCII'],
    ['fsync', 'off'],
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
  ])('refuses a server whose %s is %o', async (setting, value) => {
    await expect(assertServer(serverWith({ ...sound, [setting]: value }))).rejects.toMatchObject({
      code: 'store-unsuitable',
    });
  });

  it.each([['Public'], ['a"b'], ['a b'], [''], ['x'.repeat(64)]])('refuses %o as the name of a schema', (name) => {
    expect(() => assertSchemaName(name)).toThrow(expect.objectContaining({ code: 'store-unsuitable' }));
  });

  it('says that a server cannot be reached', async () => {
    await expect(openPostgresStore({ url: 'postgresql://u@127.0.0.1:1/none' })).rejects.toMatchObject({
      code: 'store-unavailable',
    });
  });
});
