import { describe, expect, it } from 'vitest';
import type { AnswerEnd } from '../../../src/ports/surface.ts';
import { answersInAFakeThread } from '../../support/slack/answers-in-a-fake-thread.ts';

/** What Slack allows in a minute. */
const STREAMS = 10;

describe('answers that begin at one moment', () => {
  it('do not wait for one another: beyond what Slack lets us start they are posted as soon as they end', async () => {
    const { timers, slack, open } = answersInAFakeThread();
    const began = timers.now();
    const answers = Array.from({ length: STREAMS + 6 }, (_, n) => open(`turn-${n}`));
    for (const [n, answer] of answers.entries()) answer.push({ kind: 'text', delta: `<${n}>` });
    await timers.run(Promise.all(answers.map((answer) => answer.end({ kind: 'finished' }))));
    for (const n of answers.keys()) expect(slack.text()).toContain(`<${n}>`);
    const count = (name: string): number => slack.calls.filter(({ method }) => method === name).length;
    expect([count('chat.startStream'), count('chat.postMessage')]).toEqual([STREAMS, 6]);
    expect(timers.now() - began).toBeLessThan(2_000);
  });
});

describe('the end of an answer that Slack keeps waiting', () => {
  it.each<[AnswerEnd['kind'], number]>([
    ['interrupted', 2_000],
    ['paused', 20_000],
  ])('holds a turn that is %s up for %i ms, and the rest is written behind it', async (kind, ms) => {
    const { timers, slack, open } = answersInAFakeThread([null, { kind: 'limited', seconds: 30 }]);
    const answer = open();
    answer.push({ kind: 'text', delta: 'Half' });
    await timers.pass(500);
    const before = timers.now();
    await timers.run(answer.end(kind === 'interrupted' ? { kind } : { kind: 'paused' }));
    expect(timers.now() - before).toBe(ms);
    expect(slack.running()).toHaveLength(1);
    await timers.run(answer.done);
    expect(slack.running()).toEqual([]);
  });
});
