import { expect, it } from 'vitest';
import type { OpenStreams } from '../../src/ports/open-streams.ts';
import { takeOverAnswers } from '../../src/slack/recovery.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { answersInAFakeThread } from '../support/slack/answers-in-a-fake-thread.ts';
import { botsPerTest, C } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';

const bot = botsPerTest();

/** A store in which another process takes each answer over at its `nth` exchange, as when this one stood still there. */
async function takenOverAt(nth: number) {
  const real = await openSqliteStore({ path: ':memory:', now: Date.now });
  let exchanges = 0;
  const openStreams: OpenStreams = {
    ...real.openStreams,
    async exchange(before, after) {
      exchanges += 1;
      if (exchanges === nth) await takeOverAnswers(real, before.conversation);
      return await real.openStreams.exchange(before, after);
    },
  };
  return { ...real, openStreams };
}

it.each([
  ['before its message is begun', 1],
  ['while its message is being begun', 2],
])('an answer that another process takes over %s is shown once, and nothing stays open', async (_, nth) => {
  const store = await takenOverAt(nth);
  const slack = await bot({ store });
  const alice = slack.person('U0ALICE');
  const root = await alice.say(C, '<@U0COUNTER> !say the whole answer');
  const texts = await eventually('the answer to be shown', async () => {
    const replies = (await alice.messages(C, root.ts)).slice(1);
    const open = replies.some(({ streaming_state: state }) => state !== undefined && state !== 'completed');
    const owed = (await store.outbox.depth()).items + (await store.openStreams.list()).length;
    return open || owed > 0 || replies.length === 0 ? null : replies.map(({ text }) => text);
  });
  expect(texts).toEqual(['the whole answer']);
});

it('a writer that comes back to a message another process has finished leaves it as it is', async () => {
  const lost = { kind: 'refused', code: 'message_not_in_streaming_state' } as const;
  const { timers, slack, streams, open } = answersInAFakeThread([null, lost]);
  const answer = open();
  answer.push({ kind: 'text', delta: 'The beginning' });
  await timers.pass(2_000);
  for (const { key } of await streams.list()) await streams.forget(key);
  answer.push({ kind: 'text', delta: ' and the rest' });
  await timers.pass(5_000);
  await timers.run(answer.end({ kind: 'finished' }));
  const methods = slack.calls.map(({ method }) => method);
  expect(methods).toContain('chat.appendStream');
  expect(methods).not.toContain('chat.update');
});
