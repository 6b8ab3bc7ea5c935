import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '../../../src/config/environment.ts';
import { startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { generateKey } from '../../../src/platform/keyring.ts';
import { startBot } from '../../../src/start-bot.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { freePort } from '../../support/free-port.ts';
import { browserAt } from '../../support/slack/browser.ts';
import { temporaryDirectory } from '../../support/store-sqlite.ts';

const CONFIG = 'agent: { model: compatible/none, baseUrl: "http://127.0.0.1:9/v1" }\n';

it('the settings of the environment make a bot that can be installed', async () => {
  const folder = temporaryDirectory();
  const slack = await startLocalSlack({ rateLimits: 'off' });
  onTestFinished(() => slack.close());
  const port = await freePort();
  const { signing } = generateKey(new Date());
  writeFileSync(join(folder, 'countersign.yaml'), CONFIG);
  const { bot } = await startBot(
    readEnvironment({
      SLACK_API_URL: `${slack.url}/api`,
      SLACK_APP_TOKEN: 'xapp-local',
      SLACK_CLIENT_ID: 'local-client-id',
      SLACK_CLIENT_SECRET: 'local-client-secret',
      COUNTERSIGN_PUBLIC_URL: `http://127.0.0.1:${port}`,
      COUNTERSIGN_WORKSPACES: 'T0LOCAL',
      COUNTERSIGN_TOKEN_KEYS: `k1:${'A'.repeat(43)}`,
      COUNTERSIGN_CONFIG: join(folder, 'countersign.yaml'),
      COUNTERSIGN_DATA: join(folder, 'data'),
      COUNTERSIGN_SIGNING_KEY: `${signing?.kid}:${signing?.private}`,
      LOG_LEVEL: 'silent',
      PORT: String(port),
    }),
  );
  const visit = await browserAt(`http://127.0.0.1:${port}`).install('T0LOCAL');
  await bot.stop();
  expect(visit.status).toBe(200);
  const store = await openSqliteStore({ path: join(folder, 'data', 'countersign.db'), now: Date.now });
  onTestFinished(() => store.close());
  expect((await store.installations.all()).map(({ place }) => place)).toMatchObject([{ team: 'T0LOCAL' }]);
});
