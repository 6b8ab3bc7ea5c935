import { assertModels } from './config/agents.ts';
import { checkpointsPath, databasePath } from './config/data-files.ts';
import { type Environment, secretsOf } from './config/environment.ts';
import { loadKeyring, readConfigFile } from './config/load.ts';
import { modelOf } from './config/models.ts';
import { oauthSettings } from './config/oauth.ts';
import { openConfiguredStore, type StorePlace } from './config/open-store.ts';
import { makeOperation } from './config/operate.ts';
import { makePersonas, rosterOf } from './config/personas.ts';
import { ConfigProblem } from './config/problem.ts';
import { openConfiguredTools } from './config/tools.ts';
import { openTracing } from './config/tracing.ts';
import { makeLogger } from './platform/logger.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Elicitor } from './ports/elicitor.ts';
import type { FileContents } from './ports/file-contents.ts';
import type { Logger } from './ports/logger.ts';
import type { WorkspaceMessages } from './ports/workspace-messages.ts';
import type { SlackSettings } from './slack/settings.ts';
import { type Bot, wire } from './wire.ts';

export interface RunningBot {
  readonly bot: Bot;
  readonly logger: Logger;
}

/** Reads the configuration, opens everything it names, and starts. Rejects with what keeps it from starting. */
export async function startBot(environment: Environment): Promise<RunningBot> {
  const logger = makeLogger({ level: environment.LOG_LEVEL, secrets: secretsOf(environment) });
  const config = readConfigFile(environment.COUNTERSIGN_CONFIG);
  const settings = slackSettings(environment);
  const keyring = loadKeyring(environment);
  // Models and tools come before the bot; they use it while it runs.
  const files: FileContents = { read: (file, signal) => bot.files.read(file, signal) };
  const blobs: Blobs = {
    keep: (conversation, bytes) => operation.store.blobs.keep(conversation, bytes),
    read: (sha256) => operation.store.blobs.read(sha256),
  };
  const model = modelOf(environment, logger, { files, blobs });
  assertModels(config, model);

  const opened = await openConfiguredStore(storePlace(environment), keyring, logger);
  const operation = makeOperation(opened.store, logger);
  const elicitor: Elicitor = { ask: (call, question) => bot.elicitor.ask(call, question) };
  const messages: WorkspaceMessages = {
    search: (wanted, behalf) => bot.messages.search(wanted, behalf),
    post: (message, behalf) => bot.messages.post(message, behalf),
  };
  const tools = await openConfiguredTools(config, logger, { elicitor, messages, blobs });
  const tracing = await openTracing(environment, logger);
  const bot: Bot = wire({
    settings: { ...settings, soleProcess: opened.soleProcess, fetch: operation.fetch },
    store: operation.store,
    keyring,
    personas: makePersonas({ config, modelOf: model, tools: tools.toolbox, logger }),
    roster: rosterOf(config),
    whilePaused: config.agent.whilePaused,
    concurrency: environment.COUNTERSIGN_CONCURRENCY,
    logger,
    tracer: tracing.tracer,
  });
  const { COUNTERSIGN_OPS_HOST: host, COUNTERSIGN_OPS_PORT: port } = environment;
  const closeOthers = async (): Promise<void> => {
    await tools.close();
    await tracing.close();
  };
  return { logger, bot: await operation.start(bot, { host, port }, closeOthers) };
}

const storePlace = (environment: Environment): StorePlace => ({
  dataDir: environment.COUNTERSIGN_DATA,
  sqlitePath: databasePath(environment),
  checkpointsPath: checkpointsPath(environment),
  databaseUrl: environment.DATABASE_URL,
});

/** How to reach Slack, or what is missing for it. */
export function slackSettings(environment: Environment): SlackSettings {
  const { SLACK_API_URL: apiUrl, SLACK_MODE: mode } = environment;
  return {
    ...accessTo(environment),
    apiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`,
    receive: receiveBy(environment, mode),
    soleProcess: true,
  };
}

function accessTo(environment: Environment) {
  const oauth = oauthSettings(environment);
  if (oauth !== null) return { oauth };
  const { SLACK_BOT_TOKEN: botToken } = environment;
  if (botToken !== undefined) return { botToken };
  throw new ConfigProblem(
    'SLACK_BOT_TOKEN is not set: copy the bot token (xoxb-…) into .env, or set SLACK_CLIENT_ID for several workspaces',
  );
}

function receiveBy(environment: Environment, mode: Environment['SLACK_MODE']): SlackSettings['receive'] {
  if (mode === 'socket') {
    const { SLACK_APP_TOKEN: appToken } = environment;
    if (appToken === undefined)
      throw new ConfigProblem('SLACK_APP_TOKEN is not set: Socket Mode needs an app token (xapp-…)');
    return { kind: 'socket', appToken };
  }
  const { SLACK_SIGNING_SECRET: signingSecret, PORT: port } = environment;
  if (signingSecret === undefined) throw new ConfigProblem('SLACK_SIGNING_SECRET is not set: HTTP mode needs it');
  return { kind: 'http', signingSecret, host: '0.0.0.0', port };
}
