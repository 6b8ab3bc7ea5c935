import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LocalSlack, startLocalSlack } from '../../src/local-slack/server/start.ts';
import { openSqliteReader } from '../../src/store/sqlite/open-sqlite-reader.ts';
import { lineFrom } from '../support/scenario/child-bot.ts';
import { startDemoBotHere } from '../support/scenario/demo-bot-here.ts';
import { controlAt, eventually, personAt } from '../support/slack/people.ts';

const DEMO = join(import.meta.dirname, '../../src/demo/main.ts');
const TURNS = 20;
/** So many streams Slack lets us start at once; the other answers wait, and their bot must not wait with them. */
const STREAMS = 10;
/** What the process gives itself; whoever supervises it usually gives as much. */
const STOPS_WITHIN_MS = 10_000;
/** No work is left to wait for. */
const AT_ONCE_MS = 2_000;
const STORY_MS = 120_000;

interface Place {
  readonly workspace: LocalSlack;
  readonly dataDir: string;
}

async function place(): Promise<Place> {
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-shutdown-'));
  onTestFinished(async () => {
    await workspace.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { workspace, dataDir };
}

async function startBot({ workspace, dataDir }: Place): Promise<ChildProcess> {
  const args = [DEMO, '--bot-only', '--workspace', workspace.url, '--data', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await lineFrom(child, (line) => line === 'Bot ready');
  return child;
}

/** Twenty people's questions at once, each of which the model thinks about for some seconds. */
async function askMany({ workspace }: Place): Promise<readonly string[]> {
  const alice = personAt(workspace.url, 'U0ALICE');
  const threads: string[] = [];
  for (let i = 0; i < TURNS; i += 1) {
    const { ts } = await alice.say('C0GENERAL', `<@U0COUNTER>\n!say Looking into ${i}\n!wait 6000\n!say answer ${i}`);
    threads.push(ts);
  }
  await eventually('streams to run', async () => {
    const calls = await controlAt(workspace.url).calls();
    return calls.filter(({ method }) => method === 'chat.startStream').length >= STREAMS;
  });
  return threads;
}

/** How often each event stands in the log. */
async function eventCounts({ dataDir }: Place): Promise<ReadonlyMap<string, number>> {
  const reader = openSqliteReader(join(dataDir, 'countersign.db'));
  try {
    const counts = new Map<string, number>();
    for await (const { type } of reader.chain.events()) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  } finally {
    reader.close();
  }
}

async function endBy(child: ChildProcess, signals: readonly NodeJS.Signals[]) {
  const began = performance.now();
  const ended = once(child, 'exit');
  for (const signal of signals) {
    child.kill(signal);
    // Two at once would arrive as one.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await ended;
  return { code: child.exitCode, tookMs: performance.now() - began };
}

describe('a bot that is told to stop while twenty turns run', () => {
  it('ends in time, and every turn goes on after the next start', { timeout: STORY_MS }, async () => {
    const here = await place();
    const bot = await startBot(here);
    const threads = await askMany(here);
    const { code, tookMs } = await endBy(bot, ['SIGTERM']);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(STOPS_WITHIN_MS);

    const left = await eventCounts(here);
    expect([left.get('turn.failed'), left.get('turn.stopped'), left.get('turn.parked')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const alice = personAt(here.workspace.url, 'U0ALICE');
    const seen = (await Promise.all(threads.map((ts) => alice.messages('C0GENERAL', ts)))).flat();
    const states = seen.flatMap(({ streaming_state: state }) => state ?? []);
    expect(states.length).toBeGreaterThanOrEqual(STREAMS);
    expect(new Set(states)).toEqual(new Set(['completed']));

    const next = await startDemoBotHere(here.workspace.url, here.dataDir);
    onTestFinished(() => next.stop());
    await eventually('every turn to finish', async () => (await eventCounts(here)).get('turn.finished') === TURNS);
  });

  it('ends at once when it is told a second time', { timeout: STORY_MS }, async () => {
    const here = await place();
    const bot = await startBot(here);
    await askMany(here);
    const { code, tookMs } = await endBy(bot, ['SIGTERM', 'SIGTERM']);
    expect(code).toBe(1);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });
});
