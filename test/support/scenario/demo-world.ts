import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileConfig } from '../../../src/config/file-schema.ts';
import { parseConfig } from '../../../src/config/load.ts';
import { makePersonas } from '../../../src/config/personas.ts';
import { openOwnTools } from '../../../src/demo/tools.ts';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { type LocalSlackOptions, startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { generateKey, readKeyring } from '../../../src/platform/keyring.ts';
import { systemClock } from '../../../src/platform/system.ts';
import type { Model } from '../../../src/ports/model.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { Tool } from '../../../src/ports/tools.ts';
import { conversationOf } from '../../../src/slack/place.ts';
import type { SlackSettings } from '../../../src/slack/settings.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { wire } from '../../../src/wire.ts';
import { filesOf, leaks } from '../canaries.ts';
import { freePort } from '../free-port.ts';
import { controlAt } from '../slack/people.ts';
import { type LoggedLine, loggerInto } from './logged-lines.ts';
import { type Person, personIn } from './person.ts';
import { openScenarioStores } from './scenario-stores.ts';
import { type ShopEffect, shopEffects } from './shop-effects.ts';
import type { Place } from './thread.ts';

export type ReceiveBy = 'socket' | 'http';

export interface DemoWorldOptions {
  readonly receive?: ReceiveBy;
  readonly workspace?: LocalSlackOptions;
  /** Changes the demo's configuration for this world. */
  readonly config?: (demo: FileConfig) => FileConfig;
  /** Puts something between the bot and its store. */
  readonly store?: (real: Store) => Store;
  readonly model?: Model;
  /** Tools beside the demo's own. */
  readonly tools?: readonly Tool[];
}

/** The demo in this process: a local workspace, and the bot with the demo's own tools, policy and scripted model in it. */
export interface DemoWorld {
  readonly url: string;
  /** Where the bot listens in HTTP mode. */
  readonly botUrl: string;
  readonly logged: readonly LoggedLine[];
  readonly control: ReturnType<typeof controlAt>;
  person(user: string): Person;
  /** What the shop's tools really did so far. */
  effects(): readonly ShopEffect[];
  /** The log of the conversation in a thread. */
  events(thread: Place): Promise<readonly DomainEvent[]>;
  /** Rejects when a secret of the bot stands in its log, its database or anything it sent to Slack. */
  close(): Promise<void>;
}

const DEMO_CONFIG = join(import.meta.dirname, '../../../src/demo/countersign.yaml');
const BOT_TOKEN = 'xoxb-local';
const APP_TOKEN = 'xapp-local';
const SIGNING_SECRET = 'local-signing-secret';
const LOOPBACK = '127.0.0.1';
const CONCURRENCY = 16;

export async function startDemoWorld(options: DemoWorldOptions = {}): Promise<DemoWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-scenario-'));
  const logged: LoggedLine[] = [];
  const logger = loggerInto(logged);
  const receive = options.receive ?? receiveByDefault();
  const botPort = receive === 'http' ? await freePort() : 0;
  const botUrl = `http://${LOOPBACK}:${botPort}/slack/events`;
  const workspace = await startLocalSlack({
    rateLimits: 'off',
    ...(receive === 'http' ? { httpTarget: botUrl } : {}),
    ...options.workspace,
  });
  const demo = parseConfig(readFileSync(DEMO_CONFIG, 'utf8'), 'the demo configuration');
  const config = options.config?.(demo) ?? demo;
  const model = options.model ?? scriptedModel({ siteUrl: `${workspace.url}/site` });
  const { stores, tables, drop } = await openScenarioStores(dataDir, logger);
  const [first] = stores;
  const own = openOwnTools({ folder: dataDir, workspaceUrl: workspace.url, clock: systemClock });
  const toolbox = makeToolbox([...own.tools, ...(options.tools ?? [])]);
  const key = generateKey(new Date());
  const keyring = readKeyring(key);
  const personas = makePersonas({
    config,
    modelOf: () => model,
    tools: () => toolbox,
    logger,
  });
  const bots = stores.map((store) =>
    wire({
      settings: {
        botToken: BOT_TOKEN,
        apiUrl: `${workspace.url}/api/`,
        receive: receiveBy(receive, store === first ? botPort : 0),
        soleProcess: stores.length === 1,
      },
      store: options.store?.(store) ?? store,
      keyring,
      personas,
      whilePaused: config.agent.whilePaused,
      concurrency: CONCURRENCY,
      logger,
    }),
  );
  for (const bot of bots) await bot.start();
  const control = controlAt(workspace.url);

  return {
    url: workspace.url,
    botUrl,
    logged,
    control,
    person: (user) => personIn(workspace.url, user),
    effects: () => shopEffects(dataDir),
    async events({ channel, ts }) {
      const log = await first.log.read(conversationOf({ team: 'T0LOCAL', channel, ts }));
      return log.map(({ event }) => event);
    },
    async close() {
      const calls = JSON.stringify(await control.calls());
      await Promise.all(bots.map((bot) => bot.stop()));
      own.close();
      const written = [['the log', JSON.stringify(logged)] as const, ['the calls to Slack', calls] as const];
      const places = new Map([...written, ...filesOf(dataDir), ...(await tables())]);
      await drop();
      await workspace.close();
      rmSync(dataDir, { recursive: true });
      const got = leaks(places, [BOT_TOKEN, APP_TOKEN, SIGNING_SECRET, key.signing?.private ?? BOT_TOKEN]);
      if (got.length > 0) throw new Error(`Secrets got out: ${got.join(', ')}`);
    },
  };
}

/** Every scenario can be played over HTTP: `SCENARIO_RECEIVE=http`. */
const receiveByDefault = (env: NodeJS.ProcessEnv = process.env): ReceiveBy =>
  env['SCENARIO_RECEIVE'] === 'http' ? 'http' : 'socket';

function receiveBy(receive: ReceiveBy, port: number): SlackSettings['receive'] {
  switch (receive) {
    case 'socket':
      return { kind: 'socket', appToken: APP_TOKEN };
    case 'http':
      return { kind: 'http', signingSecret: SIGNING_SECRET, host: LOOPBACK, port };
  }
}
