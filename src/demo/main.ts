import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitWith } from '../errors.ts';
import { startLocalSlack } from '../local-slack/server/start.ts';
import { makeLogger } from '../platform/logger.ts';
import { stopOnSignal } from '../platform/process-life.ts';
import { demoModel, demoSecrets } from './demo-model.ts';
import { startDemoBot } from './start-demo-bot.ts';

const DEFAULT_PORT = '3939';
const EXIT_USAGE = 64;
const PORT_MAX = 65_535;

/**
 * `npm run demo`: the local workspace and the bot in one command.
 * `--port N` (0 picks one), `--data DIR`, `--reset`, `--bot-only --workspace URL` for just the bot,
 * `--database URL` for several bots over one data folder and one PostgreSQL, `--ops-port N` for health and figures.
 */
async function main(): Promise<void> {
  const options = readOptions();
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

interface DemoOptions {
  readonly port: number;
  readonly data: string;
  readonly reset: boolean;
  readonly botOnly: boolean;
  readonly workspace: string;
  readonly database: string | undefined;
  readonly opsPort: number;
}

function readOptions(): DemoOptions {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: DEFAULT_PORT },
        data: { type: 'string', default: '.demo' },
        reset: { type: 'boolean', default: false },
        'bot-only': { type: 'boolean', default: false },
        workspace: { type: 'string', default: `http://127.0.0.1:${DEFAULT_PORT}` },
        database: { type: 'string' },
        'ops-port': { type: 'string', default: '0' },
      },
    });
    const port = portOf('--port', values.port);
    const opsPort = portOf('--ops-port', values['ops-port']);
    const workspace = URL.parse(values.workspace)?.origin;
    if (workspace === undefined || workspace === 'null')
      throw new Error('--workspace takes the address of a workspace');
    const { data, reset, 'bot-only': botOnly, database } = values;
    return { port, data, reset, botOnly, workspace, database, opsPort };
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message.split('\n')[0] : 'unreadable options'}\n`);
    process.exit(EXIT_USAGE);
  }
}

function portOf(option: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX) {
    throw new Error(`${option} takes a number from 0 to ${PORT_MAX}`);
  }
  return port;
}

type LogLevel = Parameters<typeof makeLogger>[0]['level'];
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** The demo is quiet unless asked: its terminal shows one address. */
const logLevel = (text: string | undefined): LogLevel => LEVELS.find((level) => level === text) ?? 'warn';

await main().catch(exitWith);
