import { agentsOf, assertModels } from '../config/agents.ts';
import { type Environment, redacted } from '../config/environment.ts';
import { loadKeyring, readConfigFile } from '../config/load.ts';
import { modelOf } from '../config/models.ts';
import { toolsOf } from '../config/personas.ts';
import { policyOf } from '../config/policy.ts';
import { openConfiguredTools } from '../config/tools.ts';
import { silent } from '../ports/logger.ts';
import { slackSettings } from '../start-bot.ts';
import { withPolicy } from '../tools/with-policy.ts';
import { treatmentLine } from './treatment-line.ts';

/** Reads everything a start would read, prints the effective settings without secrets, and what becomes of every tool. */
export async function checkConfig(environment: Environment, print: (line: string) => void): Promise<void> {
  const config = readConfigFile(environment.COUNTERSIGN_CONFIG);
  const slack = slackSettings(environment);
  const keyring = loadKeyring(environment);
  assertModels(config, modelOf(environment, silent));
  print('# environment');
  for (const [name, value] of Object.entries(redacted(environment)))
    print(`${name}=${value === undefined ? '' : JSON.stringify(value)}`);
  print(`\n# keys\nsigns with ${keyring.signing?.kid}; verifies with ${[...keyring.verify.keys()].join(', ')}`);
  print(`\n# workspaces\n${workspacesLine(slack)}`);
  print(`\n# configuration\n${JSON.stringify(withoutSecrets(config), null, 2)}`);
  const tools = await openConfiguredTools(config, silent);
  try {
    for (const agent of agentsOf(config)) {
      print(`\n# tools${agent.name === null ? '' : ` of ${agent.name}`}, with ${agent.agent.model}`);
      const policy = policyOf(agent.policy);
      for (const tool of withPolicy(toolsOf(agent, tools.toolbox()), policy).tools) print(treatmentLine(tool, policy));
    }
  } finally {
    await tools.close();
  }
  print('\nThe configuration is usable.');
}

/** Where the bot is, or may be installed, and which key seals the tokens. */
function workspacesLine(slack: ReturnType<typeof slackSettings>): string {
  if (!('oauth' in slack)) return 'one, that of SLACK_BOT_TOKEN';
  const { mayInstall, redirectUri, keys } = slack.oauth;
  const who = mayInstall === 'any' ? 'any workspace' : [...mayInstall].join(', ');
  return `${who} may install; redirect URL ${redirectUri}; tokens are sealed with ${keys.current.kid}`;
}

/** Environment and headers of MCP servers may hold keys of theirs. */
function withoutSecrets(config: ReturnType<typeof readConfigFile>): unknown {
  const hide = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(values).map((name) => [name, '[set]']));
  const mcp = config.tools.mcp.map((server) => ({ ...server, env: hide(server.env), headers: hide(server.headers) }));
  return { ...config, tools: { ...config.tools, mcp } };
}
