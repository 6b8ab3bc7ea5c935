import { expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { owedDeferred } from '../../../src/domain/owed.ts';
import { silent } from '../../../src/ports/logger.ts';
import { type DeliveryContext, makeSentMessages } from '../../../src/slack/delivery/context.ts';
import { announceDeferred } from '../../../src/slack/delivery/deferred.ts';
import { threadOf } from '../../../src/slack/place.ts';
import { alice, askedRequest, conversationWith, here, pausedWith, theTurn } from '../../support/conversation.ts';
import { type Fault, fakeThread } from '../../support/slack/fake-thread.ts';
import { memoryStreams } from '../../support/slack/memory-streams.ts';
import { threadsOnly } from '../../support/slack/threads-only.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';

const deferred: DomainEvent = { type: 'turn.deferred', turnId: theTurn, because: 'lookup-failed' };

async function announcing(events: readonly DomainEvent[], faults: (Fault | null)[] = []) {
  const it = await conversationWith({ events: [...pausedWith(askedRequest()), ...events] });
  const timers = virtualTimers();
  const slack = fakeThread(timers, faults);
  const thread = threadOf(here);
  if (thread === null) throw new Error('the test’s place is in Slack');
  const now = await it.conversations.read(here);
  const context = (attempts: number): DeliveryContext => ({
    item: { key: owedDeferred(theTurn), conversation: here, revision: 1, attempts, dueAt: 0 },
    id: theTurn,
    thread,
    workspace: slack.workspace,
    now,
    commands: it.commands,
    streams: memoryStreams(),
    live: { add() {}, isLive: () => false, silence() {}, abandon() {}, allSettled: async () => {} },
    sent: makeSentMessages(),
    ...threadsOnly,
    timers,
    logger: silent,
    soleProcess: true,
  });
  return { slack, announce: (attempts = 0) => timers.run(announceDeferred(context(attempts), theTurn)) };
}

it('that something approved cannot run yet is said in its thread', async () => {
  const { slack, announce } = await announcing([deferred]);
  expect(await announce()).toEqual({ kind: 'done' });
  expect(slack.posted).toHaveLength(1);
});

it('is said once, though the answer to its posting was lost', async () => {
  const { slack, announce } = await announcing([deferred], [{ kind: 'lost-after' }]);
  expect(await announce()).toMatchObject({ kind: 'again' });
  expect(await announce(1)).toEqual({ kind: 'done' });
  expect(slack.posted).toHaveLength(1);
});

it('nothing is said once it runs', async () => {
  const started: DomainEvent = {
    type: 'turn.started',
    turnId: theTurn,
    principal: alice,
    takes: [],
    epoch: 2,
    persona: null,
  };
  const { slack, announce } = await announcing([deferred, started]);
  expect(await announce()).toEqual({ kind: 'done' });
  expect(slack.posted).toEqual([]);
});
