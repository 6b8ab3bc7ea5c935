import { rmSync } from 'node:fs';
import { startLocalSlack } from '../local-slack/server/start.ts';
import { makeLogger } from '../platform/logger.ts';
import { stopOnSignal } from '../platform/process-life.ts';
import { demoModel, demoSecrets } from './demo-model.ts';
import type { DemoOptions } from './options.ts';
import { startDemoBot } from './start-demo-bot.ts';

/** Starts the bot, and the workspace where it is not there already; resolves when both are ready. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const logger = makeLogger({
    level: logLevel(process.env['LOG_LEVEL']),
    secrets: [...demoSecrets(process.env), ...(options.database === undefined ? [] : [options.database])],
  });
  if (options.reset) rmSync(options.data, { recursive: true, force: true });

  const workspace = options.botOnly ? null : await startLocalSlack({ port: options.port });
  const origin = workspace?.url ?? options.workspace;
  const { model, says } = demoModel(process.env, `${origin}/site`, logger);
  const bot = await startDemoBot({
    model,
    dataDir: options.data,
    workspace: origin,
    databaseUrl: options.database,
    opsPort: options.opsPort,
    say,
    logger,
  });
  stopOnSignal(async () => {
    await bot.stop();
    await workspace?.close();
  }, logger);

  if (workspace === null) return say('Bot ready');
  say(says);
  say(`Local workspace: ${origin}`);
}

type LogLevel = Parameters<typeof makeLogger>[0]['level'];
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** The demo is quiet unless asked: its terminal shows one address. */
const logLevel = (text: string | undefined): LogLevel => LEVELS.find((level) => level === text) ?? 'warn';
