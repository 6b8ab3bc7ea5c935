import { expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { turnId } from '../../../src/domain/ids.ts';
import { owedAnswer, owedEnding } from '../../../src/domain/owed.ts';
import { TURNS_KEPT } from '../../../src/domain/turns.ts';
import { silent } from '../../../src/ports/logger.ts';
import { remember } from '../../../src/slack/answer/remembered.ts';
import { type DeliveryContext, makeSentMessages } from '../../../src/slack/delivery/context.ts';
import { deliverAnswer, deliverEnding } from '../../../src/slack/delivery/notices.ts';
import { threadOf } from '../../../src/slack/place.ts';
import { alice, conversationWith, here } from '../../support/conversation.ts';
import { fakeThread } from '../../support/slack/fake-thread.ts';
import { memoryStreams } from '../../support/slack/memory-streams.ts';
import { threadsOnly } from '../../support/slack/threads-only.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';

const old = turnId('old');
const said = 'What was said long ago.';

const turnThat = (id: ReturnType<typeof turnId>, text: string, ...end: readonly DomainEvent[]): DomainEvent[] => [
  { type: 'turn.started', turnId: id, principal: alice, takes: [], epoch: 1, persona: null },
  {
    type: 'step.accepted',
    turnId: id,
    text,
    calls: [],
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
    stop: 'end',
    grounded: false,
    providerState: null,
  },
  ...end,
];

/** A turn about which something is owed still, though more turns came after it than a fold keeps. */
async function longAgo(end: DomainEvent) {
  const later = Array.from({ length: TURNS_KEPT + 4 }, (_, i) => turnId(`later-${i}`));
  const events = [
    ...turnThat(old, said, end),
    ...later.flatMap((id) => turnThat(id, 'more', { type: 'turn.finished', turnId: id, end: 'end' })),
  ];
  const it = await conversationWith({ events });
  const timers = virtualTimers();
  const slack = fakeThread(timers);
  const streams = memoryStreams();
  await streams.remember(remember(here, { turn: old, since: 0, shown: 0, open: null }));
  const thread = threadOf(here);
  if (thread === null) throw new Error('the test’s place is in Slack');
  const context = (key: string): DeliveryContext => ({
    item: { key, conversation: here, revision: 1, attempts: 0, dueAt: 0 },
    id: old,
    thread,
    workspace: slack.workspace,
    now,
    commands: it.commands,
    streams,
    live: { add() {}, isLive: () => false, silence() {}, abandon() {}, allSettled: async () => {} },
    sent: makeSentMessages(),
    ...threadsOnly,
    timers,
    logger: silent,
    soleProcess: true,
  });
  const now = await it.conversations.read(here);
  expect(now.turns.recent.has(old)).toBe(false);
  return { slack, timers, context };
}

it('what a turn said is shown, however many turns came after it', async () => {
  const { slack, timers, context } = await longAgo({ type: 'turn.finished', turnId: old, end: 'end' });
  expect(await timers.run(deliverAnswer(context(owedAnswer(old))))).toEqual({ kind: 'done' });
  expect(slack.text()).toBe(said);
});

it('how a turn ended is said, however many turns came after it', async () => {
  const { slack, timers, context } = await longAgo({ type: 'turn.parked', turnId: old, attempts: 5 });
  expect(await timers.run(deliverEnding(context(owedEnding(old))))).toEqual({ kind: 'done' });
  expect(slack.posted).toHaveLength(1);
});
