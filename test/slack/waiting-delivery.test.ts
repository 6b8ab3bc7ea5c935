import { expect, it } from 'vitest';
import { turnId } from '../../src/domain/ids.ts';
import { owedAnswer } from '../../src/domain/owed.ts';
import { silent } from '../../src/ports/logger.ts';
import type { OutboxItem } from '../../src/ports/outbox.ts';
import { makeSentMessages } from '../../src/slack/delivery/context.ts';
import { makeDelivery } from '../../src/slack/delivery.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { conversationWith } from '../support/conversation.ts';
import { fakeThread } from '../support/slack/fake-thread.ts';
import { memoryStreams } from '../support/slack/memory-streams.ts';
import { threadsOnly } from '../support/slack/threads-only.ts';
import { virtualTimers } from '../support/slack/virtual-timers.ts';

const TEN_MINUTES_MS = 600_000;
const turn = turnId('t1');
const item: OutboxItem = {
  key: owedAnswer(turn),
  conversation: conversationOf({ team: 'T1', channel: 'C1', ts: '1.1' }),
  revision: 1,
  attempts: 0,
  dueAt: 0,
};

it('an answer that takes ten minutes to show costs what waits for it no attempt', async () => {
  const timers = virtualTimers();
  const { commands } = await conversationWith({});
  const waiting = [item];
  const heard: string[] = [];
  let writing = true;
  const delivery = makeDelivery({
    outbox: {
      take: async () => waiting.splice(0),
      settle: async () => void heard.push('settled'),
      postpone: async () => void heard.push('postponed'),
      owe: async () => {},
      depth: async () => ({ items: 0, oldestDueAt: null }),
    },
    commands,
    workspaces: { of: async () => fakeThread(timers).workspace, forget() {} },
    streams: memoryStreams(),
    live: { add() {}, isLive: () => writing, silence() {}, abandon() {}, allSettled: async () => {} },
    sent: makeSentMessages(),
    ...threadsOnly,
    soleProcess: true,
    timers,
    logger: silent,
  });
  delivery.start();
  await timers.pass(TEN_MINUTES_MS);
  expect(heard).toEqual([]);
  writing = false;
  await timers.pass(1_000);
  expect(heard).toEqual(['settled']);
  await timers.run(delivery.stop());
});
