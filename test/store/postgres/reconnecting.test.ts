import { connect, createServer } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../../src/ports/logger.ts';
import { StoreError } from '../../../src/ports/store.ts';
import { openPool } from '../../../src/store/postgres/database.ts';
import { freePort } from '../../support/free-port.ts';
import { withPostgresCluster } from '../../support/postgres.ts';
import { sharedPostgres } from '../../support/shared-postgres.ts';

describe('a server that cannot be reached', () => {
  withPostgresCluster((bin) => {
    let url = '';
    beforeAll(async () => {
      url = await sharedPostgres({ kind: 'binaries', path: bin });
    });

    /** A way to the server through a port of this machine, which turns the first `refused` connections away. */
    async function wayWith(refused: number): Promise<number> {
      const folder = new URL(url).searchParams.get('host') ?? '';
      let left = refused;
      const way = createServer((socket) => {
        left -= 1;
        if (left >= 0) return void socket.destroy();
        const server = connect(`${folder}/.s.PGSQL.5432`);
        for (const [from, to] of [
          [socket, server],
          [server, socket],
        ] as const) {
          from.pipe(to);
          from.on('error', () => to.destroy());
        }
      });
      onTestFinished(() => void way.close());
      const port = await freePort();
      await new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
      return port;
    }

    async function poolAt(port: number) {
      const pool = openPool({ url: `postgresql://postgres@127.0.0.1:${port}/postgres` }, silent);
      onTestFinished(() => pool.close());
      return pool;
    }

    it.each(['a statement', 'a transaction'])('for a moment is waited for by %s', async (what) => {
      const pool = await poolAt(await wayWith(3));
      const text = 'SELECT 1 AS one';
      expect(await (what === 'a statement' ? pool.query(text) : pool.transact((sql) => sql(text)))).toEqual([
        { one: 1 },
      ]);
    });

    it('for longer is not', async () => {
      const pool = await poolAt(await freePort());
      const failure: unknown = await pool.query('SELECT 1').catch((error: unknown) => error);
      expect(failure instanceof StoreError && failure.code).toBe('store-unavailable');
    });
  });
});
