import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkConfig } from '../../src/cli/check-config.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { startLocalSlack } from '../../src/local-slack/server/start.ts';
import { generateKey } from '../../src/platform/keyring.ts';
import { filesOf, leaks, type Places, tablesOf } from '../support/canaries.ts';
import { compiledCode } from '../support/compiled-code.ts';
import { freePort } from '../support/free-port.ts';
import { withPostgres } from '../support/postgres.ts';
import { end, text } from '../support/providers/chat-wire.ts';
import { type Answer, events, providerServer, refusal } from '../support/providers/provider-server.ts';
import { makeOwnDatabase } from '../support/scale/own-database.ts';
import { lineFrom } from '../support/scenario/child-bot.ts';
import { textOfMessage } from '../support/scenario/shown-text.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { controlAt, eventually, personAt } from '../support/slack/people.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';
import { startCollector } from '../support/traces/collector.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const STORY_MS = 180_000;
const UNUSABLE_EXIT = 1;
const PASSWORD = 'canary-of-the-database';
const COLLECTOR_KEY = 'canary-of-the-collector';

/** As a proxy does that quotes the request it did not like. */
const echoing =
  (status: number): Answer =>
  (response, { headers }) =>
    refusal(status, { error: { message: `not with ${headers.authorization}`, type: 'x', code: null } })(response, {
      path: '',
      headers,
      text: '',
      body: {},
    });

interface Database {
  /** Settings that name it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly password: string;
  readonly tables: () => Promise<Places>;
  /** One of the places in which it keeps what it keeps. */
  readonly holds: string;
}

/** A bot meets a provider and a workspace that quote what they were sent, and is then looked at from everywhere: what got out? */
async function leaksOfStory({ settings, password, tables, holds }: Database): Promise<readonly string[]> {
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  onTestFinished(() => workspace.close());
  const provider = await providerServer(
    echoing(401),
    echoing(400),
    events(text('All is '), text('well.'), ...end('stop')),
  );
  const collector = await startCollector();
  const cwd = temporaryDirectory();
  const key = generateKey(new Date());
  const secrets = {
    SLACK_BOT_TOKEN: 'xoxb-local',
    SLACK_APP_TOKEN: 'xapp-local',
    SLACK_SIGNING_SECRET: 'canary/signing+secret',
    COMPATIBLE_API_KEY: 'canary-of-the-provider/+key',
    ANTHROPIC_API_KEY: 'canary-of-another-provider',
    COUNTERSIGN_SIGNING_KEY: `${key.signing?.kid}:${key.signing?.private}`,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${COLLECTOR_KEY}`,
  };
  const opsPort = await freePort();
  const config = join(cwd, 'countersign.yaml');
  const env = {
    ...secrets,
    ...settings,
    SLACK_API_URL: `${workspace.url}/api/`,
    COUNTERSIGN_CONFIG: config,
    COUNTERSIGN_OPS_PORT: String(opsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    LOG_LEVEL: 'debug',
  };
  writeFileSync(config, `agent: { model: compatible/local, baseUrl: "${provider.baseUrl}" }\n`);
  const bot = spawn(process.execPath, [MAIN], {
    cwd,
    env: { ...compiledCode, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void bot.kill('SIGKILL'));
  let logged = '';
  for (const stream of [bot.stdout, bot.stderr])
    stream.on('data', (part: Buffer) => {
      logged += part.toString('utf8');
    });
  await lineFrom(bot, (line) => line === 'Bot ready');

  const alice = personAt(workspace.url, 'U0ALICE');
  const control = controlAt(workspace.url);
  await control.fault({ method: 'conversations.info', times: 1, kind: 'html' });
  const threads: string[] = [];
  for (const words of ['The model could not', 'The model could not', 'well.']) {
    const { ts } = await alice.say('C0GENERAL', '<@U0COUNTER> how is it?');
    threads.push(ts);
    await eventually(`“${words}”`, async () =>
      (await alice.messages('C0GENERAL', ts)).some((message) => textOfMessage(message).includes(words)),
    );
  }
  await alice.openHome();
  const seen = {
    figures: await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text(),
    readiness: await (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).text(),
    calls: JSON.stringify(await control.calls()),
    messages: JSON.stringify(await Promise.all(threads.map((ts) => alice.messages('C0GENERAL', ts)))),
    home: JSON.stringify(await alice.home()),
    configuration: await configurationPrinted(env),
  };
  bot.kill('SIGTERM');
  await once(bot, 'exit');

  expect(provider.asked[0]?.headers.authorization).toContain(secrets.COMPATIBLE_API_KEY);
  const files = filesOf(join(cwd, 'data'));
  const traces = collector.received.join('\n');
  expect(traces).toContain('invoke_agent');
  const places = new Map([...Object.entries({ ...seen, logged, traces }), ...files, ...(await tables())]);
  expect([...places.keys()]).toContain(holds);
  const single = [key.signing?.private ?? '', password, COLLECTOR_KEY];
  const hidden = [...Object.values(secrets), ...Object.values(settings), ...single];
  return leaks(places, hidden);
}

async function configurationPrinted(env: Readonly<Record<string, string>>): Promise<string> {
  const lines: string[] = [];
  await checkConfig(readEnvironment(env), (line) => void lines.push(line));
  return lines.join('\n');
}

describe('no secret is in the log, the figures, the traces, the database or the workspace, even when others quote it', () => {
  it('with SQLite', { timeout: STORY_MS }, async () => {
    expect(
      await leaksOfStory({
        settings: {},
        password: PASSWORD,
        tables: async () => new Map(),
        holds: 'countersign.db',
      }),
    ).toEqual([]);
  });

  withPostgres((here) => {
    it('with PostgreSQL', { timeout: STORY_MS }, async () => {
      const { url, drop } = await makeOwnDatabase(await sharedPostgres(here));
      onTestFinished(() => drop());
      const withPassword = new URL(url);
      withPassword.searchParams.set('password', PASSWORD);
      expect(
        await leaksOfStory({
          settings: { DATABASE_URL: withPassword.href },
          password: PASSWORD,
          tables: () => tablesOf(url),
          holds: 'table events',
        }),
      ).toEqual([]);
    });
  });
});

it('a database that cannot be reached is named without its password', { timeout: STORY_MS }, async () => {
  const cwd = temporaryDirectory();
  const key = generateKey(new Date());
  const env = {
    ...compiledCode,
    SLACK_BOT_TOKEN: 'xoxb-local',
    SLACK_APP_TOKEN: 'xapp-local',
    ANTHROPIC_API_KEY: 'canary-of-a-provider',
    COUNTERSIGN_SIGNING_KEY: `${key.signing?.kid}:${key.signing?.private}`,
    DATABASE_URL: 'postgresql://bot:canary-password@127.0.0.1:1/none',
  };
  const bot = spawn(process.execPath, [MAIN], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  bot.stderr.on('data', (part: Buffer) => {
    said += part.toString('utf8');
  });
  await once(bot, 'close');
  expect([bot.exitCode, said]).toEqual([UNUSABLE_EXIT, expect.stringContaining('store-unavailable')]);
  expect(said).not.toContain('canary');
});
