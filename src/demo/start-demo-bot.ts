import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyringText, parseConfig } from '../config/load.ts';
import { openConfiguredStore, type StorePlace } from '../config/open-store.ts';
import { makeOperation } from '../config/operate.ts';
import { makePersonas, rosterOf } from '../config/personas.ts';
import { generateKey, type Keyring, readKeyFile, readKeyring } from '../platform/keyring.ts';
import type { makeLogger } from '../platform/logger.ts';
import { systemClock } from '../platform/system.ts';
import type { Elicitor } from '../ports/elicitor.ts';
import type { Model } from '../ports/model.ts';
import { type Bot, wire } from '../wire.ts';
import { openDemoTools } from './tools.ts';

const OWNER_ONLY = 0o600;
const CONCURRENCY = 16;
/** The tokens every local workspace gives out. */
const BOT_TOKEN = 'xoxb-local';
const APP_TOKEN = 'xapp-local';
const LOOPBACK = '127.0.0.1';

/** Starts the bot with the demo's model and tools against a local workspace. */
export async function startDemoBot(parts: {
  readonly dataDir: string;
  /** Origin of the workspace, without a slash at the end. */
  readonly workspace: string;
  /** PostgreSQL, for several processes over one data folder; without it the data is in SQLite. */
  readonly databaseUrl?: string | undefined;
  /** Where health and figures are answered; 0: nowhere. */
  readonly opsPort: number;
  readonly model: Model;
  readonly say: (line: string) => void;
  readonly logger: ReturnType<typeof makeLogger>;
}): Promise<Bot> {
  const { dataDir, workspace, logger } = parts;
  mkdirSync(dataDir, { recursive: true });
  const config = parseConfig(
    readFileSync(join(import.meta.dirname, 'countersign.yaml'), 'utf8'),
    'the demo configuration',
  );
  const keyring = demoKeys(dataDir, parts.say);
  const opened = await openConfiguredStore(storePlace(dataDir, parts.databaseUrl), keyring, logger);
  const operation = makeOperation(opened.store, logger);
  const elicitor: Elicitor = { ask: (call, question) => bot.elicitor.ask(call, question) };
  const tools = await openDemoTools({ folder: dataDir, workspaceUrl: workspace, clock: systemClock, elicitor, logger });
  const bot: Bot = wire({
    settings: {
      botToken: BOT_TOKEN,
      apiUrl: `${workspace}/api/`,
      receive: { kind: 'socket', appToken: APP_TOKEN },
      soleProcess: opened.soleProcess,
      fetch: operation.fetch,
    },
    store: operation.store,
    keyring,
    personas: makePersonas({
      config,
      modelOf: () => parts.model,
      tools: tools.toolbox,
      logger,
    }),
    roster: rosterOf(config),
    whilePaused: config.agent.whilePaused,
    concurrency: CONCURRENCY,
    logger,
  });
  return await operation.start(bot, { host: LOOPBACK, port: parts.opsPort }, tools.close);
}

/** Processes that share a folder share the demo's key and shop, and each keep checkpoints of their own. */
const storePlace = (dataDir: string, databaseUrl: string | undefined): StorePlace => ({
  dataDir,
  sqlitePath: join(dataDir, 'countersign.db'),
  checkpointsPath: join(dataDir, databaseUrl === undefined ? 'checkpoints.log' : `checkpoints-${process.pid}.log`),
  databaseUrl,
});

/** The demo signs with a key of its own, kept in its own data folder. */
function demoKeys(dataDir: string, say: (line: string) => void): Keyring {
  const path = join(dataDir, 'keys.json');
  if (!existsSync(path)) {
    writeFileSync(path, `${JSON.stringify(generateKey(new Date()), null, 2)}\n`, { mode: OWNER_ONLY });
    say(`Made a signing key for the demo: ${path}`);
  }
  return readKeyring(keyringText.parse(readKeyFile(path)));
}
