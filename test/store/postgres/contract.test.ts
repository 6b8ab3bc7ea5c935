import { afterAll, beforeAll, describe } from 'vitest';
import { storeContract } from '../../contracts/store.ts';
import { type PostgresServer, startServer, withPostgres } from '../../support/postgres.ts';
import { openPostgresForTest } from '../../support/store-postgres.ts';

describe('PostgreSQL', () => {
  withPostgres((here) => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      server = await startServer(here);
    });
    afterAll(() => server?.stop());

    storeContract(() => openPostgresForTest(server?.url ?? ''));
  });
});
