import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import { startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { systemClock } from '../../../src/platform/system.ts';
import type { Elicitor } from '../../../src/ports/elicitor.ts';
import { silent } from '../../../src/ports/logger.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { openTools } from '../../../src/tools/open-tools.ts';
import { withPolicy } from '../../../src/tools/with-policy.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { type Bot, wire } from '../../../src/wire.ts';
import { policy as askPolicy, keyring, treatment } from '../conversation.ts';
import { listedAs, quickPace, scriptedServer } from '../tools/mcp-servers.ts';
import { controlAt, personAt } from './people.ts';

/** Anyone in the channel may decide; calls run unasked. */
const allowed = {
  ...askPolicy,
  otherwise: {
    ...treatment,
    decision: 'allow' as const,
    approvers: { ...requesterOnly, channels: ['here'] },
  },
};

/** The whole bot as it is wired, in a local workspace, with an MCP server that asks people this when it is called. */
export async function botWithAskingServer(question: object) {
  const slackSide = await startLocalSlack({ rateLimits: 'off' });
  const store = await openSqliteStore({ path: ':memory:', now: systemClock.now });
  const server = scriptedServer({ tools: [listedAs('ask')], question });
  const elicitor: Elicitor = { ask: (call, asked) => bot.elicitor.ask(call, asked) };
  const tools = await openTools({ own: [], mcp: [server.config] }, { logger: silent, pace: quickPace, elicitor });
  const model = scriptedModel({ siteUrl: `${slackSide.url}/site` });
  const bot: Bot = wire({
    settings: {
      botToken: 'xoxb-local',
      apiUrl: `${slackSide.url}/api/`,
      receive: { kind: 'socket', appToken: 'xapp-local' },
      soleProcess: true,
    },
    store,
    keyring,
    personas: () => ({
      name: null,
      model,
      toolbox: withPolicy(tools.toolbox(), allowed),
      policy: allowed,
      system: 'You help.',
      webSearch: false,
      cacheHint: 'none',
      maxSteps: 40,
      compactAboveChars: null,
      temperature: null,
      maxTokens: null,
      loop: loopConfig({}),
      hooks: [],
    }),
    whilePaused: 'supersede',
    concurrency: 4,
    logger: silent,
  });
  await bot.start();
  return {
    store,
    control: controlAt(slackSide.url),
    person: (user: string) => personAt(slackSide.url, user),
    async close() {
      await bot.stop();
      await tools.close();
      await slackSide.close();
    },
  };
}
