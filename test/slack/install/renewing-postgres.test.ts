import { Client } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../../src/ports/logger.ts';
import { sealTokens } from '../../../src/slack/install/held-tokens.ts';
import type { OauthApi } from '../../../src/slack/install/oauth-api.ts';
import { makeTokenKeeper } from '../../../src/slack/install/token-keeper.ts';
import { systemTimers } from '../../../src/slack/web/timers.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { withPostgres } from '../../support/postgres.ts';
import { sharedPostgres } from '../../support/shared-postgres.ts';
import { sealingKeysNamed } from '../../support/slack/installable-bot.ts';
import { freshSchema } from '../../support/store-postgres.ts';

const T1 = { kind: 'workspace', team: 'T1', enterprise: null } as const;
const keys = sealingKeysNamed('k1');
const HOUR_MS = 3_600_000;
const SLACK_TAKES_MS = 50;

describe('two processes on one PostgreSQL', () => {
  withPostgres((here) => {
    let url = '';
    beforeAll(async () => {
      url = await sharedPostgres(here);
    });

    it('renew a token that has run out once, and both have the next one', async () => {
      const place = { url, schema: freshSchema() };
      const stores = [await openPostgresStore(place), await openPostgresStore(place)];
      onTestFinished(async () => {
        for (const store of stores) await store.close();
        const admin = new Client(place.url);
        await admin.connect();
        await admin.query(`DROP SCHEMA "${place.schema}" CASCADE`);
        await admin.end();
      });
      const renewal = { refreshToken: 'refresh-0', dueAt: 0, expiresAt: 0 };
      const held = { installation: 'i1', token: 'old', renewal, botUser: 'U1', installedBy: null, installedAt: 0 };
      await stores[0]?.installations.put(T1, sealTokens(keys, T1, held));
      const used: string[] = [];
      const oauth: Pick<OauthApi, 'renew'> = {
        async renew(refreshToken) {
          used.push(refreshToken);
          await new Promise((resolve) => setTimeout(resolve, SLACK_TAKES_MS));
          const granted = { token: 'next', refreshToken: 'refresh-1', expiresInMs: 12 * HOUR_MS };
          return { kind: 'granted', granted };
        },
      };
      const keepers = stores.map(({ installations }) =>
        makeTokenKeeper({ installations, keys, oauth, timers: systemTimers, logger: silent, onLost: () => {} }),
      );
      const wanted = Array.from({ length: 25 }, () => keepers.map((keeper) => keeper.tokenFor('T1'))).flat();
      const tokens = await Promise.all(wanted);
      expect([new Set(tokens.map((found) => found?.token)), used]).toEqual([new Set(['next']), ['refresh-0']]);
    });
  });
});
