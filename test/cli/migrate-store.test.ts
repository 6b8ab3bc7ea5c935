import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrateStoreCommand } from '../../src/cli/migrate-store.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { conversationId } from '../../src/domain/ids.ts';
import { complaintOf } from '../../src/errors.ts';
import { generateKey } from '../../src/platform/keyring.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { runCommand } from '../support/cli.ts';
import { withPostgres } from '../support/postgres.ts';
import { makeOwnDatabase } from '../support/scale/own-database.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { message } from '../support/store-events.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';
import { tamper } from '../support/store-tampering.ts';

/** The data folder of a stopped bot, the settings its commands run with, and the command. */
async function installation(databaseUrl: string) {
  const cwd = temporaryDirectory();
  const db = join(cwd, 'countersign.db');
  writeFileSync(join(cwd, 'keys.json'), JSON.stringify(generateKey(new Date(0))), { mode: 0o600 });
  const store = await openSqliteStore({ path: db, now: Date.now });
  await store.log.append(conversationId('c1'), [message('a'), message('b')], { after: 0 });
  await store.close();
  const env = { COUNTERSIGN_DATA: cwd, COUNTERSIGN_KEYS_FILE: join(cwd, 'keys.json'), DATABASE_URL: databaseUrl };
  const migrating = async (change: Readonly<Record<string, string>> = {}) => {
    const printed: string[] = [];
    const command = migrateStoreCommand([], readEnvironment({ ...env, ...change }), (line) => void printed.push(line));
    return { outcome: await command.catch((error: unknown) => complaintOf(error)), printed };
  };
  return { cwd, db, env, migrating };
}

describe('countersign migrate-store', () => {
  withPostgres((here) => {
    let serverUrl = '';
    beforeAll(async () => {
      serverUrl = await sharedPostgres(here);
    });
    async function ownDatabase() {
      const database = await makeOwnDatabase(serverUrl);
      onTestFinished(() => database.drop());
      return database;
    }

    it('copies a log that verifies on both sides, and audit verify agrees', async () => {
      const database = await ownDatabase();
      const { cwd, env } = await installation(database.url);
      const moved = await runCommand(['migrate-store'], { cwd, env });
      expect([moved.code, moved.err]).toEqual([0, '']);
      expect(moved.out).toContain('The PostgreSQL log of 2 events and 0 signatures holds.');
      const verified = await runCommand(['audit', 'verify'], { cwd, env });
      expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('2 events in 1 conversations')]);
    });

    it('copies nothing of a log that does not verify', async () => {
      const database = await ownDatabase();
      const { db, migrating } = await installation(database.url);
      tamper(db, 'UPDATE events SET body = replace(body, \'"a"\', \'"z"\') WHERE seq = 1');
      const { outcome, printed } = await migrating();
      expect(outcome).toBe(1);
      expect(printed.join('\n')).not.toContain('Copied');
    });
  });

  it.each([
    ['no database', {}, 64, 'set DATABASE_URL'],
    ['an address that is none', { DATABASE_URL: 'mysql://root:hunter2@db/x' }, 78, 'DATABASE_URL is not an address'],
  ])('says what is wrong with %s, without repeating it', async (_, change, code, words) => {
    const { migrating } = await installation('');
    const { outcome, printed } = await migrating(change);
    expect(outcome).toEqual({ exitCode: code, line: expect.stringContaining(words) });
    expect(JSON.stringify([outcome, printed])).not.toContain('hunter2');
  });
});
