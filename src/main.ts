import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { readEnvironment } from './config/environment.ts';
import { exitWith } from './errors.ts';
import { stopOnSignal } from './platform/process-life.ts';
import { startBot } from './start-bot.ts';

/** `npm start`: the bot against Slack, with the settings of the environment and of `.env` where there is one. */
async function main(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const { bot, logger } = await startBot(readEnvironment(process.env));
  stopOnSignal(bot.stop, logger);
  process.stdout.write('Bot ready\n');
}

await main().catch(exitWith);
