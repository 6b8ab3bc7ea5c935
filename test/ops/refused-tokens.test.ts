import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLocalSlack } from '../../src/local-slack/server/start.ts';
import { generateKey } from '../../src/platform/keyring.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const EXIT_CONFIG = 78;
const START_MS = 60_000;

/** Starts the bot as `npm start` does, with these settings in place of good ones; null takes one away. */
async function startWith(changed: Readonly<Record<string, string | null>>) {
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  onTestFinished(() => workspace.close());
  const cwd = temporaryDirectory();
  const { signing } = generateKey(new Date());
  const good = {
    SLACK_BOT_TOKEN: 'xoxb-local',
    SLACK_APP_TOKEN: 'xapp-local',
    SLACK_API_URL: `${workspace.url}/api/`,
    ANTHROPIC_API_KEY: 'unused',
    COUNTERSIGN_SIGNING_KEY: `${signing?.kid}:${signing?.private}`,
  };
  const settings = Object.entries({ ...good, ...changed }).filter(([, value]) => value !== null);
  writeFileSync(join(cwd, 'countersign.yaml'), 'agent: { model: anthropic/claude-sonnet-4-5 }\n');
  const env = Object.fromEntries(settings.map(([name, value]) => [name, value ?? '']));
  const bot = spawn(process.execPath, [MAIN], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void bot.kill('SIGKILL'));
  let said = '';
  bot.stderr.on('data', (part: Buffer) => {
    said += part.toString('utf8');
  });
  await once(bot, 'close');
  // The log is there as well, an object a line.
  return { exitCode: bot.exitCode, lines: said.split('\n').filter((line) => line !== '' && !line.startsWith('{')) };
}

describe('a start', () => {
  it.each([
    ['a bot token Slack refuses', { SLACK_BOT_TOKEN: 'xoxb-wrong' }, 'invalid_auth'],
    ['an app-level token Slack refuses', { SLACK_APP_TOKEN: 'xapp-wrong' }, 'app-level token: invalid_auth'],
    ['no bot token', { SLACK_BOT_TOKEN: null }, 'SLACK_BOT_TOKEN'],
    ['no app-level token', { SLACK_APP_TOKEN: null }, 'SLACK_APP_TOKEN'],
  ])('with %s ends with one line that says so, and no stack', { timeout: START_MS }, async (_, changed, words) => {
    const { exitCode, lines } = await startWith(changed);
    expect(exitCode).toBe(EXIT_CONFIG);
    expect(lines).toEqual([expect.stringContaining(words)]);
    expect(lines[0]).not.toContain('wrong');
  });
});
