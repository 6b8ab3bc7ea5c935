import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { silent } from '../../../src/ports/logger.ts';
import type { McpServerConfig } from '../../../src/tools/mcp/server-config.ts';
import { openTools } from '../../../src/tools/open-tools.ts';
import { withPolicy } from '../../../src/tools/with-policy.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { policy as askPolicy, treatment } from '../conversation.ts';
import { quickPace } from '../tools/mcp-servers.ts';
import { wiredBot } from './wired-bot.ts';

/** Reading is allowed, everything else is asked of anyone in the channel; approvals may be remembered. */
const policy = {
  ...askPolicy,
  rules: [{ tools: ['*.read_*', '*.echo'], when: [], treatment: { ...treatment, decision: 'allow' as const } }],
  otherwise: { ...treatment, idempotent: true, approvers: { ...requesterOnly, channels: ['here'] } },
};

/** The whole bot in a local workspace with these MCP servers, as an operator who trusts none of them would run them. */
export async function botWithServers(servers: readonly McpServerConfig[]) {
  const tools = await openTools({ own: [], mcp: servers }, { logger: silent, pace: quickPace });
  const it = await wiredBot((url) => {
    const model = scriptedModel({ siteUrl: `${url}/site` });
    return {
      personas: () => ({
        name: null,
        model,
        toolbox: withPolicy(tools.toolbox(), policy),
        policy,
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
    tools,
    async close() {
      await it.close();
      await tools.close();
    },
  };
}
