import { describe, expect, it } from 'vitest';
import { answersPerTest } from '../../support/slack/answers-in-slack.ts';
import { eventually } from '../../support/slack/people.ts';

const workspace = answersPerTest();
const PIECES = ['one ', 'two ', 'three ', 'four'];
const WHOLE = PIECES.join('');
const STREAM_LIFE_MS = 300_000;

describe('an answer whose stream is refused', () => {
  it.each(['missing_recipient_team_id', 'missing_recipient_user_id', 'user_not_found', 'channel_type_not_supported'])(
    'at its start with %s is posted as ordinary messages',
    async (code) => {
      const slack = await workspace();
      const { say, text } = await slack.thread();
      await slack.control.fault({ method: 'chat.startStream', times: 1, kind: `error:${code}` });
      await say(PIECES, 500);
      expect(await text()).toBe(WHOLE);
      expect(slack.logged.filter((line) => line === 'a stream was refused')).toHaveLength(1);
    },
  );

  it.each(['unknown_method', 'method_deprecated', 'feature_not_enabled'])(
    'with %s is the last one that was tried to be streamed there',
    async (code) => {
      const slack = await workspace();
      const first = await slack.thread();
      await slack.control.fault({ method: 'chat.startStream', times: 1, kind: `error:${code}` });
      await first.say(PIECES, 500);
      const second = await slack.thread();
      await second.say(PIECES, 500);
      expect([await first.text(), await second.text()]).toEqual([WHOLE, WHOLE]);
      expect(await slack.calls('chat.startStream')).toHaveLength(1);
    },
  );

  it.each([
    'is_archived',
    'not_in_channel',
    'channel_not_found',
    'thread_not_found',
    'restricted_action_thread_locked',
  ])('with %s is given up at once and kept for later', async (code) => {
    const slack = await workspace();
    const { say, text } = await slack.thread();
    await slack.control.fault({ method: 'chat.startStream', times: 9, kind: `error:${code}` });
    await say(PIECES, 500);
    expect(await text()).toBe('');
    expect(await slack.calls('chat.startStream')).toHaveLength(1);
    expect(await slack.streams.list()).toHaveLength(1);
  });
});

describe('an answer whose stream Slack has ended of age', () => {
  it('in the middle goes on in a new message, and nothing is said twice', async () => {
    const slack = await workspace();
    const { open, text, replies } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'text', delta: 'before ' });
    await eventually('the beginning', async () => (await text()) === 'before ');
    await slack.control.clock(STREAM_LIFE_MS);
    answer.push({ kind: 'text', delta: 'after' });
    await eventually('the rest', async () => (await text()) === 'before after');
    await answer.end({ kind: 'finished' });
    expect(await text()).toBe('before after');
    expect((await replies()).length).toBe(2);
  });

  it('before it was stopped says everything all the same', async () => {
    const slack = await workspace();
    const { open, text } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'text', delta: 'before ' });
    await eventually('the beginning', async () => (await text()) === 'before ');
    await slack.control.clock(STREAM_LIFE_MS);
    await answer.end({ kind: 'finished' });
    await answer.done;
    expect(await text()).toBe('before ');
  });

  it('and that cannot be streamed again goes on in ordinary messages', async () => {
    const slack = await workspace();
    const { open, text } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'text', delta: 'before ' });
    await eventually('the beginning', async () => (await text()) === 'before ');
    await slack.control.fault({ method: 'chat.startStream', times: 9, kind: 'error:channel_type_not_supported' });
    await slack.control.clock(STREAM_LIFE_MS);
    answer.push({ kind: 'text', delta: 'after' });
    await eventually('the rest', async () => (await text()) === 'before after');
    await answer.end({ kind: 'finished' });
    expect(await text()).toBe('before after');
    expect(await slack.calls('chat.postMessage')).toHaveLength(1);
  });
});

describe('an answer that Slack limits', () => {
  it.each(['ratelimit:30', 'ratelimit:', 'error:rate_limited', 'error:ratelimited'])(
    'with %s loses and repeats nothing',
    async (kind) => {
      const slack = await workspace();
      const { open, text } = await slack.thread();
      const answer = open();
      answer.push({ kind: 'text', delta: 'one ' });
      await eventually('the beginning', async () => (await text()) === 'one ');
      await slack.control.fault({ method: 'chat.appendStream', times: 2, kind });
      for (const delta of PIECES.slice(1)) answer.push({ kind: 'text', delta });
      await eventually('the rest', async () => (await text()) === WHOLE);
      await answer.end({ kind: 'finished' });
      expect(await text()).toBe(WHOLE);
    },
  );

  it('waits as long as Slack asks', async () => {
    const slack = await workspace();
    const { open, text } = await slack.thread();
    await slack.control.fault({ method: 'chat.startStream', times: 1, kind: 'ratelimit:30' });
    const before = slack.timers.now();
    const answer = open();
    answer.push({ kind: 'text', delta: WHOLE });
    await eventually('the text', async () => (await text()) === WHOLE);
    expect(slack.timers.now() - before).toBeGreaterThanOrEqual(30_000);
    await answer.end({ kind: 'finished' });
  });
});

describe('an answer whose calls are lost', () => {
  it.each(
    ['chat.startStream', 'chat.appendStream', 'chat.stopStream'].flatMap((method) =>
      ['drop-before', 'drop-after-accept', 'http:503', 'html', 'garbage', 'error:internal_error'].map(
        (kind) => [method, kind] as const,
      ),
    ),
  )('on %s by %s is shown once', async (method, kind) => {
    const slack = await workspace();
    const { say, text } = await slack.thread();
    await slack.control.fault({ method, times: 1, kind });
    await say(PIECES, 500);
    expect(await text()).toBe(WHOLE);
  });
});

describe('an answer that a person', () => {
  it('stops says nothing more, and its turn hears of it', async () => {
    const slack = await workspace();
    const { open, text, root, stopped } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'text', delta: 'seen' });
    await eventually('the beginning', async () => (await text()) === 'seen');
    await slack.alice.stop(root.channel, root.ts);
    answer.push({ kind: 'text', delta: ' unseen' });
    await eventually('the turn to hear of it', async () => stopped.length > 0);
    answer.push({ kind: 'text', delta: ' either' });
    await answer.end({ kind: 'stopped' });
    expect(await text()).toBe('seen');
  });

  it('deletes in the middle is not posted again, and what came after is', async () => {
    const slack = await workspace();
    const { open, text, replies } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'text', delta: 'deleted' });
    await eventually('the beginning', async () => (await text()) === 'deleted');
    await slack.remove((await replies())[0]?.ts ?? '');
    answer.push({ kind: 'text', delta: 'kept' });
    await answer.end({ kind: 'finished' });
    await answer.done;
    expect(await text()).toBe('kept');
  });
});
