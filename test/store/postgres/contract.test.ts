import { afterAll, describe } from 'vitest';
import { storeContract } from '../../contracts/store.ts';
import { withPostgres } from '../../support/postgres.ts';
import { sharedPostgres } from '../../support/shared-postgres.ts';
import { postgresForManyTests } from '../../support/store-postgres.ts';

describe('PostgreSQL', () => {
  withPostgres((here) => {
    const stores = postgresForManyTests(() => sharedPostgres(here));
    afterAll(() => stores.close());

    storeContract(stores.open);
  });
});
