import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '../../src/config/environment.ts';
import { complaintOf } from '../../src/errors.ts';
import { startLocalSlack } from '../../src/local-slack/server/start.ts';
import { generateKey } from '../../src/platform/keyring.ts';
import { startBot } from '../../src/start-bot.ts';
import { compiledCode } from '../support/compiled-code.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const EXIT_CONFIG = 78;
const START_MS = 60_000;

const REFUSED_BOT_TOKEN = { SLACK_BOT_TOKEN: 'xoxb-wrong' };

/** An environment with these settings in place of good ones; null takes one away. */
async function environmentWith(changed: Readonly<Record<string, string | null>>) {
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  onTestFinished(() => workspace.close());
  const folder = temporaryDirectory();
  const file = join(folder, 'countersign.yaml');
  writeFileSync(file, 'agent: { model: anthropic/claude-sonnet-4-5 }\n');
  const { signing } = generateKey(new Date());
  const good = {
    SLACK_BOT_TOKEN: 'xoxb-local',
    SLACK_APP_TOKEN: 'xapp-local',
    SLACK_API_URL: `${workspace.url}/api/`,
    ANTHROPIC_API_KEY: 'unused',
    COUNTERSIGN_SIGNING_KEY: `${signing?.kid}:${signing?.private}`,
    COUNTERSIGN_CONFIG: file,
    COUNTERSIGN_DATA: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  };
  return Object.fromEntries(
    Object.entries({ ...good, ...changed }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

describe('a start', () => {
  it.each([
    ['a bot token Slack refuses', REFUSED_BOT_TOKEN, 'invalid_auth'],
    ['an app-level token Slack refuses', { SLACK_APP_TOKEN: 'xapp-wrong' }, 'app-level token: invalid_auth'],
    ['no bot token', { SLACK_BOT_TOKEN: null }, 'SLACK_BOT_TOKEN'],
    ['no app-level token', { SLACK_APP_TOKEN: null }, 'SLACK_APP_TOKEN'],
  ])('with %s is given up with one line that says so', async (_, changed, words) => {
    const environment = readEnvironment(await environmentWith(changed));
    const why: unknown = await startBot(environment).catch((error: unknown) => error);
    const { line, exitCode } = complaintOf(why);
    expect([exitCode, line]).toEqual([EXIT_CONFIG, expect.stringContaining(words)]);
    expect(line).not.toMatch(/wrong|\n/);
  });

  it('that is given up ends the process with nothing but that line, and no stack', { timeout: START_MS }, async () => {
    const env = { ...compiledCode, ...(await environmentWith({ ...REFUSED_BOT_TOKEN, LOG_LEVEL: 'info' })) };
    const bot = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void bot.kill('SIGKILL'));
    const [said] = await Promise.all([text(bot.stderr), once(bot, 'close')]);
    // The log is there as well, an object a line.
    const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect([bot.exitCode, lines]).toEqual([EXIT_CONFIG, [expect.stringContaining('invalid_auth')]]);
  });
});
