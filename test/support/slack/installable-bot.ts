import { randomBytes } from 'node:crypto';
import type { Persona } from '../../../src/conversation/persona.ts';
import { type LocalSlackOptions, startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { systemClock } from '../../../src/platform/system.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { Tool } from '../../../src/ports/tools.ts';
import type { OauthSettings } from '../../../src/slack/install/settings.ts';
import { type SealingKeys, sealingKey } from '../../../src/slack/install/token-seal.ts';
import type { SlackSettings } from '../../../src/slack/settings.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { withPolicy } from '../../../src/tools/with-policy.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { wire } from '../../../src/wire.ts';
import { keyring } from '../conversation.ts';
import { freePort } from '../free-port.ts';
import type { LoggedLine } from './bot-in-slack.ts';
import { browserAt } from './browser.ts';
import { anyoneHere } from './in-slack.ts';
import { controlAt, personAt } from './people.ts';

export interface InstallableOptions {
  readonly mode?: 'socket' | 'http';
  readonly tools?: readonly Tool[];
  readonly workspace?: LocalSlackOptions;
  readonly store?: Store;
  readonly mayInstall?: OauthSettings['mayInstall'];
  readonly keys?: SealingKeys;
}

/** One call the bot made, and the token it made it with. */
interface BotCall {
  readonly method: string;
  readonly token: string | null;
  readonly body: URLSearchParams;
}

/** Sealing keys of these ids; the first one seals. */
export function sealingKeysNamed(...kids: readonly string[]): SealingKeys {
  const keys = kids.map((kid) => sealingKey(kid, randomBytes(32)));
  const [current] = keys;
  if (current === undefined) throw new Error('name a key');
  return { current, all: new Map(keys.map((key) => [key.kid, key])) };
}

/** The whole bot in a local Slack, installed nowhere yet. Its own port serves the pages of an installation. */
export async function installableBot(options: InstallableOptions = {}) {
  const { mode = 'socket', mayInstall = 'any', keys = sealingKeysNamed('k1') } = options;
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const slackSide = await startLocalSlack({
    rateLimits: 'off',
    ...(mode === 'http' ? { httpTarget: `${publicUrl}/slack/events` } : {}),
    ...options.workspace,
  });
  const store = options.store ?? (await openSqliteStore({ path: ':memory:', now: systemClock.now }));
  const calls: BotCall[] = [];
  const logged: LoggedLine[] = [];
  const at = (level: string) => (fields: LoggedLine['fields'], message: string) => {
    logged.push({ level, fields, message });
  };
  const receive: SlackSettings['receive'] =
    mode === 'socket'
      ? { kind: 'socket', appToken: 'xapp-local' }
      : { kind: 'http', signingSecret: 'local-signing-secret', host: '127.0.0.1', port };
  const start = async () => {
    const bot = wire({
      settings: {
        oauth: {
          clientId: 'local-client-id',
          clientSecret: 'local-client-secret',
          publicUrl,
          redirectUri: `${publicUrl}/slack/oauth_redirect`,
          listen: { host: '127.0.0.1', port },
          mayInstall,
          keys,
        },
        apiUrl: `${slackSide.url}/api/`,
        receive,
        soleProcess: true,
        fetch: recordingFetch(calls),
      },
      store: { ...store, close: () => Promise.resolve() },
      keyring,
      personas: () => personaWith(options.tools ?? [], slackSide.url),
      whilePaused: 'supersede',
      concurrency: 4,
      logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    });
    await bot.start();
    return bot;
  };
  let bot = await start();
  return {
    url: slackSide.url,
    publicUrl,
    store,
    calls,
    logged,
    control: controlAt(slackSide.url),
    person: (user: string) => personAt(slackSide.url, user),
    browser: () => browserAt(publicUrl),
    /** Installs it in a workspace or in the organisation, as a person in front of a browser does. */
    install: (place: string) => browserAt(publicUrl).install(place),
    change: (action: 'uninstall' | 'revoke-tokens' | 'revoke-access' | 'grant-access', team: string) =>
      fetch(`${slackSide.url}/control/app`, { method: 'POST', body: JSON.stringify({ action, team }) }),
    async restart() {
      await bot.stop();
      bot = await start();
    },
    async close() {
      await bot.stop();
      await store.close();
      await slackSide.close();
    },
  };
}

export type InstallableBot = Awaited<ReturnType<typeof installableBot>>;

function recordingFetch(calls: BotCall[]): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? null;
    const body = new URLSearchParams(typeof init?.body === 'string' ? init.body : '');
    calls.push({ method: url.split('/').at(-1) ?? '', token, body });
    return await fetch(input, init);
  };
}

function personaWith(tools: readonly Tool[], url: string): Persona {
  return {
    name: null,
    model: scriptedModel({ siteUrl: `${url}/site` }),
    toolbox: withPolicy(makeToolbox(tools), anyoneHere),
    policy: anyoneHere,
    system: 'You help.',
    webSearch: false,
    cacheHint: 'none',
    maxSteps: 40,
    compactAboveChars: null,
    temperature: null,
    maxTokens: null,
    loop: loopConfig({}),
    hooks: [],
  };
}
