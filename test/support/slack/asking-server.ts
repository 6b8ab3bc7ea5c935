import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import type { Elicitor } from '../../../src/ports/elicitor.ts';
import { silent } from '../../../src/ports/logger.ts';
import { openTools } from '../../../src/tools/open-tools.ts';
import { withPolicy } from '../../../src/tools/with-policy.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { policy as askPolicy, treatment } from '../conversation.ts';
import { listedAs, quickPace, scriptedServer } from '../tools/mcp-servers.ts';
import { wiredBot } from './wired-bot.ts';

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
  const server = scriptedServer({ tools: [listedAs('ask')], question });
  const elicitor: Elicitor = { ask: (call, asked) => it.bot.elicitor.ask(call, asked) };
  const tools = await openTools({ own: [], mcp: [server.config] }, { logger: silent, pace: quickPace, elicitor });
  const it = await wiredBot((url) => {
    const model = scriptedModel({ siteUrl: `${url}/site` });
    return {
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
    };
  });
  return {
    ...it,
    async close() {
      await it.close();
      await tools.close();
    },
  };
}
