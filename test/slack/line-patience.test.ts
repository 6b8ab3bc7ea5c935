import { expect, test } from 'vitest';
import { type ConversationId, conversationId } from '../../src/domain/ids.ts';
import { silent } from '../../src/ports/logger.ts';
import { makeLine } from '../../src/slack/line.ts';
import type { Workspace } from '../../src/slack/web/workspaces.ts';
import { virtualTimers } from '../support/slack/virtual-timers.ts';

const c1 = conversationId('c1');
const place = { channel: 'C1', user: 'U1', threadTs: null };

/** A line that one person has joined, and what they are told while time passes. */
function joinedLine() {
  const timers = virtualTimers();
  const told: string[] = [];
  let waiting: readonly ConversationId[] = [c1];
  const api = {
    async call(_: unknown, args: unknown) {
      told.push(JSON.stringify(args));
      return { kind: 'ok' as const, body: {} };
    },
    free: () => 1,
  };
  const workspace: Workspace = {
    team: 'T1',
    enterprise: null,
    botUser: 'U0BOT',
    botId: 'B0BOT',
    botToken: 'xoxb-test',
    now: api,
    later: api,
  };
  const work = { line: async () => waiting };
  const line = makeLine({ work, workspaces: { of: async () => workspace }, timers, logger: silent });
  line.start();
  line.join(c1, { team: 'T1', place });
  const begins = (): void => {
    waiting = [];
  };
  return { timers, told, begins };
}

test('nobody is told that they wait before they have waited for two seconds', async () => {
  const { timers, told } = joinedLine();
  await timers.pass(1_500);
  expect(told).toEqual([]);
  await timers.pass(2_000);
  expect(told).toEqual([expect.stringContaining('Yours is next')]);
});

test('whoever waits for long is told once', async () => {
  const { timers, told } = joinedLine();
  await timers.pass(60_000);
  expect(told).toHaveLength(1);
});

test('whoever’s turn has begun is not told that they wait', async () => {
  const { timers, told, begins } = joinedLine();
  await timers.pass(1_500);
  begins();
  await timers.pass(60_000);
  expect(told).toEqual([]);
});
