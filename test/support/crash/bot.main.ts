import { existsSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { keyringText, parseConfig } from '../../../src/config/load.ts';
import { makePersonas } from '../../../src/config/personas.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { ed25519Signer } from '../../../src/platform/ed25519.ts';
import { generateKey, readKeyFile, readKeyring } from '../../../src/platform/keyring.ts';
import { makeLogger } from '../../../src/platform/logger.ts';
import { stopOnSignal } from '../../../src/platform/process-life.ts';
import { makeCheckpointFile } from '../../../src/store/audit/checkpoint-file.ts';
import { checkpointedStore } from '../../../src/store/audit/checkpointed-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { wire } from '../../../src/wire.ts';
import { dyingFetch } from './dying-fetch.ts';
import { openEffects } from './effects.ts';
import { callPointSchema, pointSchema } from './points.ts';
import { stoppingStore } from './stopping-store.ts';
import { makeStops } from './stops.ts';
import { crashTools } from './tools.ts';

// The whole bot as a process of its own, with tools of every effect. `--points JSON` and `--call JSON` name where it dies.
const { values } = parseArgs({
  options: {
    workspace: { type: 'string' },
    data: { type: 'string' },
    points: { type: 'string', default: '[]' },
    call: { type: 'string', default: 'null' },
  },
});
const { workspace = '', data = '' } = values;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const logger = makeLogger({ level: 'error', secrets: [] });

const CONFIG = `
policy:
  default: ask
  approvers: { channels: [here], requester: true }
`;
const CONCURRENCY = 64;
/** Often, so that kills meet it. */
const CHECKPOINT_EVERY_MS = 300;

const keysPath = join(data, 'keys.json');
if (!existsSync(keysPath)) writeFileSync(keysPath, JSON.stringify(generateKey(new Date())), { mode: 0o600 });
const keyring = readKeyring(keyringText.parse(readKeyFile(keysPath)));

const stops = makeStops(z.array(pointSchema).parse(JSON.parse(values.points)), say);
const database = await openSqliteStore({ path: join(data, 'countersign.db'), now: Date.now, logger });
const parts = {
  chain: database.chain,
  signer: ed25519Signer(keyring),
  now: Date.now,
  flush: () => database.check(),
};
const checkpoint = await makeCheckpointFile(join(data, 'checkpoints.log'), parts);
const store = checkpointedStore(database, checkpoint, { logger, everyMs: CHECKPOINT_EVERY_MS });
const effects = openEffects(join(data, 'effects.db'));
const toolbox = makeToolbox(crashTools(effects, stops));
const config = parseConfig(CONFIG, 'the configuration of the crash tests');
const bot = wire({
  settings: {
    botToken: 'xoxb-local',
    apiUrl: `${workspace}/api/`,
    receive: { kind: 'socket', appToken: 'xapp-local' },
    soleProcess: true,
    pace: 'unlimited',
    fetch: dyingFetch(callPointSchema.nullable().parse(JSON.parse(values.call))),
  },
  store: stoppingStore(store, stops),
  keyring,
  personas: makePersonas({
    config,
    modelOf: () => scriptedModel({ siteUrl: `${workspace}/site` }),
    tools: () => toolbox,
    logger,
  }),
  whilePaused: config.agent.whilePaused,
  concurrency: CONCURRENCY,
  logger,
});
await bot.start();
stopOnSignal(bot.stop, logger);
// Whoever is killed keeps nothing at its end.
flushCompileCache();
say(`ready ${process.pid}`);
