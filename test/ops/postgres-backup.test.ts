import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { approvalId, conversationId } from '../../src/domain/ids.ts';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { startCluster, withPostgresCluster } from '../support/postgres.ts';
import { makeOwnDatabase } from '../support/scale/own-database.ts';
import { asked, decided, message, turnStarted } from '../support/store-events.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const DUMP_MS = 120_000;

describe('a PostgreSQL database that is dumped while the bot writes, and restored', () => {
  withPostgresCluster((bin) => {
    it('verifies, and what was pending can still be decided', { timeout: DUMP_MS }, async () => {
      const cluster = await startCluster(bin);
      onTestFinished(() => cluster.stop());
      const [live, empty] = [await makeOwnDatabase(cluster.url), await makeOwnDatabase(cluster.url)];
      const dump = join(temporaryDirectory(), 'countersign.dump');
      const store = await openPostgresStore({ url: live.url });
      onTestFinished(() => store.close());
      await store.log.append(c1, [message('hello'), turnStarted(), asked('a1')], { after: 0 });

      let writing = true;
      const written = (async () => {
        let after = 0;
        for (; writing; after += 1) await store.log.append(c2, [message(String(after))], { after });
        return after;
      })();
      const run = (program: string, ...args: readonly string[]) => promisify(execFile)(join(bin, program), args);
      await run('pg_dump', '--format=custom', `--file=${dump}`, live.url);
      writing = false;
      const events = await written;
      await run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${empty.url}`, dump);

      expect(events).toBeGreaterThan(1);

      const restored = await openPostgresStore({ url: empty.url });
      onTestFinished(() => restored.close());
      expect((await verifyAll(restored.chain)).findings).toEqual([]);
      expect(await restored.index.pendingIn('T1', 10)).toEqual([{ approvalId: approvalId('a1'), conversation: c1 }]);
      expect(await restored.log.append(c1, [decided('a1')], { after: 3 })).toMatchObject({ kind: 'appended' });
    });
  });
});
