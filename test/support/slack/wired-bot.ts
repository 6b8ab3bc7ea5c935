import { startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { systemClock } from '../../../src/platform/system.ts';
import { silent } from '../../../src/ports/logger.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { type BotParts, wire } from '../../../src/wire.ts';
import { keyring } from '../conversation.ts';
import { controlAt, personAt } from './people.ts';

type Given = Pick<BotParts, 'personas'> & Partial<BotParts>;

/** The whole bot as it is wired, in a local workspace of its own. */
export async function wiredBot(given: (workspaceUrl: string) => Given | Promise<Given>) {
  const slackSide = await startLocalSlack({ rateLimits: 'off' });
  const { url } = slackSide;
  const store = await openSqliteStore({ path: ':memory:', now: systemClock.now });
  const bot = wire({
    settings: {
      botToken: 'xoxb-local',
      apiUrl: `${url}/api/`,
      receive: { kind: 'socket', appToken: 'xapp-local' },
      soleProcess: true,
    },
    store,
    keyring,
    whilePaused: 'supersede',
    concurrency: 4,
    logger: silent,
    ...(await given(url)),
  });
  await bot.start();
  return {
    bot,
    store,
    control: controlAt(url),
    person: (user: string) => personAt(url, user),
    async close() {
      await bot.stop();
      await slackSide.close();
    },
  };
}
