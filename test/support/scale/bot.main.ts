import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keyringText, parseConfig } from '../../../src/config/load.ts';
import { openConfiguredStore } from '../../../src/config/open-store.ts';
import { makePersonas } from '../../../src/config/personas.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { readKeyFile, readKeyring } from '../../../src/platform/keyring.ts';
import { makeLogger } from '../../../src/platform/logger.ts';
import { stopOnSignal } from '../../../src/platform/process-life.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { wire } from '../../../src/wire.ts';
import { openEffects } from '../crash/effects.ts';
import { makeStops } from '../crash/stops.ts';
import { crashTools } from '../crash/tools.ts';

// One of several bots on one PostgreSQL. `--world`: what they share, the keys and the effects; `--own`: what is its own.
const { values } = parseArgs({
  options: {
    workspace: { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    world: { type: 'string', default: '' },
    own: { type: 'string', default: '' },
  },
});
const { workspace, database, world, own } = values;
const logger = makeLogger({ level: 'warn', secrets: [] });

const CONFIG = `
policy:
  default: ask
  approvers: { channels: [here], requester: true }
`;
const CONCURRENCY = 64;

const keyring = readKeyring(keyringText.parse(readKeyFile(join(world, 'keys.json'))));
const place = { dataDir: own, sqlitePath: '', checkpointsPath: join(own, 'checkpoints.log'), databaseUrl: database };
const { store, soleProcess } = await openConfiguredStore(place, keyring, logger);
const effects = openEffects(join(world, 'effects.db'));
const toolbox = makeToolbox(
  crashTools(
    effects,
    makeStops([], () => {}),
  ),
);
const config = parseConfig(CONFIG, 'the configuration of the scale tests');
const bot = wire({
  settings: {
    botToken: 'xoxb-local',
    apiUrl: `${workspace}/api/`,
    receive: { kind: 'socket', appToken: 'xapp-local' },
    soleProcess,
    pace: 'unlimited',
  },
  store,
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
process.stdout.write('ready\n');
