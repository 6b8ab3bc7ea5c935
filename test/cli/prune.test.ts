import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { audit } from '../../src/cli/audit.ts';
import { pruneCommand } from '../../src/cli/prune.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { conversationId } from '../../src/domain/ids.ts';
import { generateKey } from '../../src/platform/keyring.ts';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { runCommand } from '../support/cli.ts';
import { withPostgres } from '../support/postgres.ts';
import { askOnce, makeOwnDatabase } from '../support/scale/own-database.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { asked, message } from '../support/store-events.ts';
import { openForTest, temporaryDirectory } from '../support/store-sqlite.ts';
import { tamper } from '../support/store-tampering.ts';

const LONG_AGO = Date.UTC(2025, 0, 1);
const heard = (text: string) => ({ ...message(text), addressed: false });

async function fill(store: Store): Promise<void> {
  await store.log.append(conversationId('done'), [heard('a'), heard('b')], { after: 0 });
  await store.log.append(conversationId('waiting'), [heard('c'), asked('a1')], { after: 0 });
}

/** The data folder of a stopped bot that did something long ago, and its commands. */
async function installation(env: Readonly<Record<string, string>> = {}) {
  const folder = temporaryDirectory();
  const db = join(folder, 'countersign.db');
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(generateKey(new Date(0))), { mode: 0o600 });
  const settings = { COUNTERSIGN_DATA: folder, COUNTERSIGN_KEYS_FILE: join(folder, 'keys.json'), ...env };
  const environment = readEnvironment(settings);
  const store = await openSqliteStore({ path: db, now: () => LONG_AGO });
  await fill(store);
  await store.close();
  const saying = async (run: (print: (line: string) => void) => Promise<number>) => {
    const lines: string[] = [];
    const code = await run((line) => void lines.push(line));
    return { code, out: lines.join('\n') };
  };
  return {
    folder,
    db,
    settings,
    prune: (...args: string[]) => saying((print) => pruneCommand(args, environment, print)),
    verify: () => saying((print) => audit(['verify'], () => environment, print)),
  };
}

describe('countersign prune', () => {
  it('removes what is old and done, and audit verify says so', async () => {
    const { prune, verify } = await installation();
    const pruned = await prune('--older-than', '90d');
    expect(pruned).toEqual({ code: 0, out: 'Pruned 1 conversations; 2 events were removed.' });
    const { code, out } = await verify();
    expect(out).toMatch(/done events 1 to 2: pruned on \d{4}-\d\d-\d\d/);
    expect(out).toContain('Everything holds.');
    expect(code).toBe(0);
  });

  it('only says what it would do in a dry run', async () => {
    const { prune, verify } = await installation();
    expect((await prune('--older-than', '90d', '--dry-run')).out).toBe('1 conversations would be pruned.');
    expect((await verify()).out).toContain('4 events in 2 conversations');
  });

  it('removes nothing from a log that does not hold', async () => {
    const { db, prune, verify } = await installation();
    tamper(db, `UPDATE events SET body = replace(body, '"a"', '"z"') WHERE seq = 1`);
    const { code, out } = await prune('--older-than', '90d');
    expect(code).toBe(1);
    expect(out).toContain('done event 1: not the event');
    expect((await verify()).out).toContain('4 events in 2 conversations');
  });

  it('does not take the database from a running bot', async () => {
    const { db, prune } = await installation();
    await openForTest(db);
    await expect(prune('--older-than', '90d')).rejects.toMatchObject({ code: 'store-locked' });
  });

  it.each([[[]], [['--older-than', 'long']], [['--older-than', '2h']], [['--older-than', '90d', 'c1']]])(
    'refuses %j',
    async (args) => {
      const { prune } = await installation();
      await expect(prune(...args)).rejects.toMatchObject({ name: 'UsageProblem' });
    },
  );

  it('does not make a database where there is none', async () => {
    const { settings } = await installation();
    const nowhere = join(settings.COUNTERSIGN_DATA, 'nowhere');
    const env = { ...settings, COUNTERSIGN_DATA: nowhere };
    const { code, err } = await runCommand(['prune', '--older-than', '90d'], { cwd: settings.COUNTERSIGN_DATA, env });
    expect([code, err]).toEqual([78, expect.stringContaining('there is no database')]);
  });

  withPostgres((here) => {
    it('removes from PostgreSQL beside a process that goes on', async () => {
      const database = await makeOwnDatabase(await sharedPostgres(here));
      onTestFinished(() => database.drop());
      const running = await openPostgresStore({ url: database.url });
      onTestFinished(() => running.close());
      const daysBehind = (days: number) =>
        askOnce(
          database.url,
          `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
           AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${days} * 86400000::bigint $$`,
        );
      await daysBehind(400);
      await fill(running);
      await daysBehind(0);
      const { prune, verify } = await installation({ DATABASE_URL: database.url });
      expect((await prune('--older-than', '90d')).out).toContain('Pruned 1 conversations; 2 events were removed.');
      expect(await running.log.append(conversationId('done'), [heard('c')], { after: 3 })).toMatchObject({
        kind: 'appended',
      });
      expect((await verify()).code).toBe(0);
    });
  });
});
