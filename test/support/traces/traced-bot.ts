import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFailed, onTestFinished } from 'vitest';
import { readEnvironment } from '../../../src/config/environment.ts';
import { type LocalSlack, startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { generateKey } from '../../../src/platform/keyring.ts';
import { startBot } from '../../../src/start-bot.ts';
import { compiledCode } from '../compiled-code.ts';
import { callStarts, end, text } from '../providers/chat-wire.ts';
import { events, providerServer } from '../providers/provider-server.ts';
import { lineFrom } from '../scenario/child-bot.ts';
import { temporaryDirectory } from '../store-sqlite.ts';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');

/** Words of people, models and tools, none of which has any business in a trace. */
export const WORDS = {
  asked: 'canary-of-the-question',
  argument: 'canary-of-the-argument',
  answered: 'canary-of-the-answer',
} as const;

export interface BotProcess {
  kill9(): Promise<void>;
  /** Ends it orderly; answers its exit code and how long that took, in ms. */
  terminate(): Promise<{ readonly code: number | null; readonly tookMs: number }>;
}

/** A bot in the process of the test. */
export interface BotHere {
  /** Answers how long it took to come to rest, in ms. */
  stop(): Promise<{ readonly tookMs: number }>;
}

export interface TracedPlace {
  readonly workspace: LocalSlack;
  /** Everything secret the bot is given. */
  readonly secrets: readonly string[];
  /** `npm start`. */
  start(endpoint: string): Promise<BotProcess>;
  /** The same without a process of its own; the collector's headers, which the exporter reads by itself, are not sent. */
  startHere(endpoint: string): Promise<BotHere>;
}

/** A place for a bot with a model that wants to write one file, which a person must approve, and then answers. */
export async function tracedPlace(): Promise<TracedPlace> {
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  onTestFinished(() => workspace.close());
  const written = JSON.stringify({ path: 'note.txt', text: WORDS.argument });
  const provider = await providerServer(
    events(callStarts(0, 'call_1', 'files__write', written), ...end('tool_calls')),
    events(text(WORDS.answered), ...end('stop')),
  );
  const cwd = temporaryDirectory();
  const key = generateKey(new Date());
  const secrets = {
    SLACK_BOT_TOKEN: 'xoxb-local',
    SLACK_APP_TOKEN: 'xapp-local',
    COMPATIBLE_API_KEY: 'canary-of-the-provider/+key',
    COUNTERSIGN_SIGNING_KEY: `${key.signing?.kid}:${key.signing?.private}`,
  };
  const config = join(cwd, 'countersign.yaml');
  writeFileSync(
    config,
    `agent: { model: compatible/local, baseUrl: "${provider.baseUrl}" }
tools: { builtin: [files], files: { root: "${join(cwd, 'files')}" } }\n`,
  );
  const settingsWith = (endpoint: string) => ({
    ...secrets,
    SLACK_API_URL: `${workspace.url}/api/`,
    COUNTERSIGN_CONFIG: config,
    COUNTERSIGN_DATA: join(cwd, 'data'),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=open-sesame',
  });
  return {
    workspace,
    secrets: [...Object.values(secrets), key.signing?.private ?? ''],
    async start(endpoint) {
      const env = { ...compiledCode, ...settingsWith(endpoint) };
      const bot = spawn(process.execPath, [MAIN], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
      onTestFinished(() => void bot.kill('SIGKILL'));
      await lineFrom(bot, (line) => line === 'Bot ready');
      const endBy = async (signal: 'SIGKILL' | 'SIGTERM') => {
        const began = performance.now();
        const ended = once(bot, 'exit');
        bot.kill(signal);
        await ended;
        return { code: bot.exitCode, tookMs: performance.now() - began };
      };
      return {
        kill9: async () => void (await endBy('SIGKILL')),
        terminate: () => endBy('SIGTERM'),
      };
    },
    async startHere(endpoint) {
      const { bot } = await startBot(readEnvironment({ ...settingsWith(endpoint), LOG_LEVEL: 'silent' }));
      onTestFailed(() => bot.stop());
      return {
        async stop() {
          const began = performance.now();
          await bot.stop();
          return { tookMs: performance.now() - began };
        },
      };
    },
  };
}
