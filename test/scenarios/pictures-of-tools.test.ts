import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startLocalSlack } from '../../src/local-slack/server/start.ts';
import { wireName } from '../../src/models/tools/wire-name.ts';
import { generateKey } from '../../src/platform/keyring.ts';
import { compiledCode } from '../support/compiled-code.ts';
import { start, stop, text, toolUse } from '../support/providers/anthropic-wire.ts';
import { events, providerServer } from '../support/providers/provider-server.ts';
import { lineFrom } from '../support/scenario/child-bot.ts';
import { saysIn } from '../support/slack/in-slack.ts';
import { personAt } from '../support/slack/people.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';
import { packagedServer } from '../support/tools/mcp-servers.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const STORY_MS = 90_000;
const C = 'C0GENERAL';

/** An installation's folder: a bot with Anthropic at this address and the reference MCP server, which may be called unasked. */
function installation(baseUrl: string): string {
  const cwd = temporaryDirectory();
  const { name, command = '', args, env } = packagedServer('everything', []);
  const server = JSON.stringify({ name, command, args, env, trustAnnotations: true });
  const agent = JSON.stringify({ model: 'anthropic/claude-sonnet-4-5', baseUrl });
  const config = `agent: ${agent}\ntools: { mcp: [${server}] }\npolicy: { default: allow }\n`;
  writeFileSync(join(cwd, 'countersign.yaml'), config);
  return cwd;
}

it('the picture a tool brought is shown to the model, and shown again by the process after a crash', {
  timeout: STORY_MS,
}, async () => {
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  onTestFinished(() => workspace.close());
  const says = (words: string) => events(start, ...text(0, words), ...stop('end_turn'));
  const looks = toolUse(0, 'toolu_1', wireName('everything.get-tiny-image'), '{}');
  const provider = await providerServer(
    events(start, ...looks, ...stop('tool_use')),
    says('It is a logo.'),
    says('As I said.'),
  );
  const cwd = installation(provider.baseUrl);
  const { signing } = generateKey(new Date());
  const env = {
    ...compiledCode,
    SLACK_BOT_TOKEN: 'xoxb-local',
    SLACK_APP_TOKEN: 'xapp-local',
    SLACK_API_URL: `${workspace.url}/api/`,
    ANTHROPIC_API_KEY: 'sk-ant-test',
    COUNTERSIGN_SIGNING_KEY: `${signing?.kid}:${signing?.private}`,
  };
  const startBot = async () => {
    const bot = spawn(process.execPath, [MAIN], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void bot.kill('SIGKILL'));
    await lineFrom(bot, (line) => line === 'Bot ready');
    return bot;
  };
  const picturesIn = (nth: number): readonly string[] =>
    [...(provider.asked[nth]?.text ?? '').matchAll(/"media_type":"image\/png","data":"([^"]+)"/g)].map(
      ([, data]) => data ?? '',
    );

  const first = await startBot();
  const alice = personAt(workspace.url, 'U0ALICE');
  const root = await alice.say(C, '<@U0COUNTER> what does it look like?');
  await saysIn(alice, root, 'It is a logo.');
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;

  await startBot();
  await alice.say(C, 'what was it?', root.ts);
  await saysIn(alice, root, 'As I said.');
  const [shown] = picturesIn(1);
  expect(Buffer.from(shown ?? '', 'base64').toString('latin1')).toMatch(/^\u0089PNG/);
  expect(picturesIn(2)).toEqual([shown]);
});
