import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, secretsOf } from './config/environment.ts';
import { loadKeyring, readConfigFile } from './config/load.ts';
import { modelOf } from './config/models.ts';
import { makePersonas } from './config/personas.ts';
import { ConfigProblem } from './config/problem.ts';
import { openConfiguredTools } from './config/tools.ts';
import { makeLogger } from './platform/logger.ts';
import { systemClock } from './platform/system.ts';
import type { Logger } from './ports/logger.ts';
import type { SlackSettings } from './slack/settings.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
import { type Bot, wire } from './wire.ts';

const OWNER_ONLY = 0o700;

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
  const model = modelOf(environment, logger);
  model(config.agent);

  mkdirSync(environment.COUNTERSIGN_DATA, { recursive: true, mode: OWNER_ONLY });
  const path = join(environment.COUNTERSIGN_DATA, 'countersign.db');
  const store = await openSqliteStore({ path, now: systemClock.now, logger });
  const tools = await openConfiguredTools(config, logger);
  const bot = wire({
    settings,
    store,
    keyring,
    personas: makePersonas({ config, modelOf: model, tools: tools.toolbox, logger }),
    whilePaused: config.agent.whilePaused,
    concurrency: environment.COUNTERSIGN_CONCURRENCY,
    logger,
  });
  try {
    await bot.start();
  } catch (error) {
    await Promise.allSettled([bot.stop(), tools.close()]);
    throw error;
  }
  return {
    logger,
    bot: {
      start: bot.start,
      async stop() {
        await bot.stop();
        await tools.close();
      },
    },
  };
}

/** How to reach Slack, or what is missing for it. */
export function slackSettings(environment: Environment): SlackSettings {
  const { SLACK_BOT_TOKEN: botToken, SLACK_API_URL: apiUrl, SLACK_MODE: mode } = environment;
  if (botToken === undefined)
    throw new ConfigProblem('SLACK_BOT_TOKEN is not set: copy the bot token (xoxb-…) into .env');
  return {
    botToken,
    apiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`,
    receive: receiveBy(environment, mode),
    soleProcess: true,
  };
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
