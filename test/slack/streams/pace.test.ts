import { describe, expect, it } from 'vitest';
import { turnId } from '../../../src/domain/ids.ts';
import { silent } from '../../../src/ports/logger.ts';
import type { AnswerEnd } from '../../../src/ports/surface.ts';
import { makeLatches } from '../../../src/slack/answer/place.ts';
import { conversationOf } from '../../../src/slack/place.ts';
import { makeAnswer } from '../../../src/slack/stream-writer.ts';
import { type Fault, fakeThread } from '../../support/slack/fake-thread.ts';
import { memoryStreams } from '../../support/slack/memory-streams.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';

const thread = { team: 'T1', channel: 'C1', ts: '1.000001' };
/** What Slack allows in a minute. */
const STREAMS = 10;

function setup(faults: (Fault | null)[] = []) {
  const timers = virtualTimers();
  const slack = fakeThread(timers, faults);
  const streams = memoryStreams();
  const latches = makeLatches(silent);
  const open = (turn: string) =>
    makeAnswer({
      conversation: conversationOf(thread),
      turn: turnId(turn),
      thread,
      principal: { team: 'T1', user: 'U1' },
      workspaceOf: () => Promise.resolve(slack.workspace),
      streams,
      latches,
      timers,
      logger: silent,
      onStopped: () => {},
    });
  return { timers, slack, open };
}

describe('answers that begin at one moment', () => {
  it('do not wait for one another: beyond what Slack lets us start they are posted as soon as they end', async () => {
    const { timers, slack, open } = setup();
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
    const { timers, slack, open } = setup([null, { kind: 'limited', seconds: 30 }]);
    const answer = open('turn-1');
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
