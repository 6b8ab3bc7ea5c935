import { parseArgs } from 'node:util';
import { parseConfig } from '../../src/config/load.ts';
import { makePersonas } from '../../src/config/personas.ts';
import { assertNever } from '../../src/domain/assert-never.ts';
import { scriptedModel } from '../../src/models/scripted/scripted-model.ts';
import { makeLogger } from '../../src/platform/logger.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { wire } from '../../src/wire.ts';
import { benchKeyring } from '../bot/bench-bot.ts';
import { chargeTool } from './charge-tool.ts';
import { makeFigures } from './figures.ts';
import { type FromService, type Happened, preciseNow, type ToService } from './messages.ts';
import { reportedStore } from './reported-store.ts';
import { SIGNING_SECRET } from './signing-secret.ts';

// The whole bot as a process of its own, over SQLite or a shared PostgreSQL, with a model and a tool that answer at once.
const { values } = parseArgs({
  options: {
    workspace: { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    /** In place of the database file. */
    postgres: { type: 'string' },
    schema: { type: 'string', default: 'countersign' },
    concurrency: { type: 'string', default: '32' },
    /** Receives over HTTP there; absent: over Socket Mode. */
    port: { type: 'string' },
  },
});
const { workspace, database, postgres, schema } = values;

/** Everybody in the channel may decide; asking people who are in no channel would measure the directory. */
const CONFIG = `
policy:
  default: ask
  approvers: { channels: [here], requester: true }
`;

const send = (message: FromService): void => void process.send?.(message);
const tell = (what: Happened): void => send({ kind: 'happened', what });
const logger = makeLogger({ level: 'error', secrets: [] });
const store =
  postgres === undefined
    ? await openSqliteStore({ path: database, now: Date.now, logger })
    : await openPostgresStore({ url: postgres, schema, logger });
const toolbox = makeToolbox([chargeTool((conversation) => tell({ kind: 'effect', conversation, at: preciseNow() }))]);
const config = parseConfig(CONFIG, 'the configuration of the bench');
const bot = wire({
  settings: {
    botToken: 'xoxb-local',
    apiUrl: `${workspace}/api/`,
    receive:
      values.port === undefined
        ? { kind: 'socket', appToken: 'xapp-local' }
        : { kind: 'http', signingSecret: SIGNING_SECRET, host: '127.0.0.1', port: Number(values.port) },
    soleProcess: postgres === undefined,
    pace: 'unlimited',
  },
  store: reportedStore(store, tell),
  keyring: benchKeyring(),
  personas: makePersonas({
    config,
    modelOf: () => scriptedModel({ siteUrl: `${workspace}/site` }),
    tools: () => toolbox,
    logger,
  }),
  whilePaused: config.agent.whilePaused,
  concurrency: Number(values.concurrency),
  logger,
});
const figures = makeFigures(database, () => bot.state().turnsRunning);

process.on('message', (message: ToService) => {
  switch (message.kind) {
    case 'figures':
      return send({ kind: 'figures', figures: figures(message.look) });
    case 'stop':
      return void bot.stop().then(() => process.exit(0));
    default:
      return assertNever(message);
  }
});
// The bench is gone: nobody will ask any more.
process.on('disconnect', () => process.exit(0));
await bot.start();
send({ kind: 'ready' });
