import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { backup, restoreBackup } from '../../src/cli/backup.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { approvalId, conversationId } from '../../src/domain/ids.ts';
import { complaintOf } from '../../src/errors.ts';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { runCommand } from '../support/cli.ts';
import { withPostgresCluster } from '../support/postgres.ts';
import { askOnce, makeOwnDatabase } from '../support/scale/own-database.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { asked, decided, message, turnStarted } from '../support/store-events.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const DUMP_MS = 120_000;
const UNSUITABLE = 78;

const unsuitable = (words: string) => ({ exitCode: UNSUITABLE, line: `store-unsuitable: ${words}` });
const pathWith = (bin: string): string => `${bin}:${process.env['PATH'] ?? ''}`;

/** What is said of a command that could not be done, and the exit code. */
async function refusalOf(command: typeof backup, file: string, url: string) {
  const printed: string[] = [];
  const environment = readEnvironment({ DATABASE_URL: url });
  const refusal: unknown = await command([file], environment, (line) => void printed.push(line)).catch(
    (error: unknown) => error,
  );
  expect(printed).toEqual([]);
  return complaintOf(refusal);
}

/** Two databases on one server, the first with a conversation in it, and a folder for what is dumped. */
async function twoDatabases(bin: string) {
  const server = await sharedPostgres({ kind: 'binaries', path: bin });
  const [live, empty] = [await makeOwnDatabase(server), await makeOwnDatabase(server)];
  onTestFinished(async () => {
    await live.drop();
    await empty.drop();
  });
  const cwd = temporaryDirectory();
  const store = await openPostgresStore({ url: live.url });
  onTestFinished(() => store.close());
  await store.log.append(c1, [message('hello'), turnStarted(), asked('a1')], { after: 0 });
  return { store, cwd, live: live.url, empty: empty.url };
}

describe('countersign backup and restore, on PostgreSQL', () => {
  withPostgresCluster((bin) => {
    it('bring back a log that verifies, dumped while the bot writes', { timeout: DUMP_MS }, async () => {
      const { store, cwd, live, empty } = await twoDatabases(bin);
      const command = (words: readonly string[], url: string) =>
        runCommand(words, { cwd, env: { DATABASE_URL: url, PATH: pathWith(bin) } });
      let writing = true;
      const written = (async () => {
        let after = 0;
        for (; writing; after += 1) await store.log.append(c2, [message(String(after))], { after });
        return after;
      })();
      const saved = await command(['backup', 'countersign.dump'], live);
      writing = false;
      const events = await written;
      expect(saved).toEqual({ code: 0, out: 'Wrote countersign.dump.\n', err: '' });
      expect(readdirSync(cwd)).toEqual(['countersign.dump']);
      expect(statSync(join(cwd, 'countersign.dump')).mode & 0o777).toBe(0o600);

      const { code, out, err } = await command(['restore', 'countersign.dump'], empty);
      expect([code, out.split('\n')[0], err]).toEqual([0, 'Restored countersign.dump.', '']);
      const restored = await openPostgresStore({ url: empty });
      onTestFinished(() => restored.close());
      expect((await verifyAll(restored.chain)).findings).toEqual([]);
      expect(await restored.index.pendingIn('T1', 10)).toEqual([{ approvalId: approvalId('a1'), conversation: c1 }]);
      expect(await restored.log.append(c1, [decided('a1')], { after: 3 })).toMatchObject({ kind: 'appended' });
      expect(events).toBeGreaterThan(1);
    });

    it('refuse to do harm, in one line each', { timeout: DUMP_MS }, async () => {
      const { cwd, live, empty } = await twoDatabases(bin);
      vi.stubEnv('PATH', pathWith(bin));
      onTestFinished(() => void vi.unstubAllEnvs());
      const [theirs, ours] = [join(cwd, 'theirs'), join(cwd, 'ours')];
      writeFileSync(theirs, 'what somebody keeps');
      expect(await refusalOf(backup, theirs, live)).toEqual(unsuitable('there is a file at the backup destination'));
      const notADump = await refusalOf(restoreBackup, theirs, empty);
      expect(notADump).toEqual({ exitCode: 1, line: expect.stringContaining('pg_restore failed: ') });
      expect(await refusalOf(restoreBackup, join(cwd, 'nothing'), empty)).toEqual(
        unsuitable('there is no backup file of that name'),
      );
      expect(await refusalOf(backup, join(cwd, 'foreign'), empty)).toEqual(
        unsuitable('this is not a Countersign database, or not a backup of one'),
      );
      await backup([ours], readEnvironment({ DATABASE_URL: live }), () => undefined);
      expect(await refusalOf(restoreBackup, ours, live)).toEqual(
        unsuitable('the database is not empty: name a new one in DATABASE_URL and keep this one'),
      );
      expect(await askOnce(empty, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
      expect(readdirSync(cwd).toSorted()).toEqual(['ours', 'theirs']);
    });

    it('say what is missing, and never the password', { timeout: DUMP_MS }, async () => {
      const { cwd, live } = await twoDatabases(bin);
      vi.stubEnv('PATH', cwd);
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(await refusalOf(backup, join(cwd, 'a'), live)).toEqual({
        exitCode: UNSUITABLE,
        line: expect.stringContaining('pg_dump cannot be run'),
      });
      vi.stubEnv('PATH', pathWith(bin));
      const absent = 'postgresql://bot:s3cret-word@127.0.0.1:1/countersign';
      const { exitCode, line } = await refusalOf(backup, join(cwd, 'b'), absent);
      expect([exitCode, line]).toEqual([1, expect.stringContaining('pg_dump failed: ')]);
      expect(line).not.toContain('s3cret-word');
      expect(readdirSync(cwd)).toEqual([]);
    });
  });
});
