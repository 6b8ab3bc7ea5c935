import { afterAll, beforeAll, describe } from 'vitest';
import { storeContract } from '../../contracts/store.ts';
import { type PostgresServer, startServer, withPostgres } from '../../support/postgres.ts';
import { postgresForManyTests } from '../../support/store-postgres.ts';

describe('PostgreSQL', () => {
  withPostgres((here) => {
    let server: PostgresServer | undefined;
    const stores = postgresForManyTests(() => server?.url ?? '');
    beforeAll(async () => {
      server = await startServer(here);
    });
    afterAll(async () => {
      await stores.close();
      await server?.stop();
    });

    storeContract(stores.open);
  });
});
