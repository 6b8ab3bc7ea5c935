import { describe, expect, it } from 'vitest';
import { makeBudget } from '../../../src/slack/web/budget.ts';
import type { CallOutcome } from '../../../src/slack/web/call.ts';
import type { Method } from '../../../src/slack/web/methods.ts';
import { makeSchedule, NOTHING_TO_SEND } from '../../../src/slack/web/schedule.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';

function scheduleWith(answers: (CallOutcome | null)[] = []) {
  const timers = virtualTimers();
  const sent: { readonly method: Method; readonly at: number; readonly args: unknown }[] = [];
  const start = timers.now();
  const schedule = makeSchedule(
    {
      call: async (method, args) => {
        sent.push({ method, at: timers.now() - start, args });
        return answers.shift() ?? { kind: 'ok', body: {} };
      },
    },
    timers,
  );
  return { timers, sent, schedule };
}

/** The most calls in any 60 seconds. */
function busiestMinute(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
}

describe('a budget', () => {
  it('gives so many places in any window, and says how long to wait for the next', () => {
    let now = 0;
    const budget = makeBudget({ calls: 2, inMs: 1_000 }, () => now);
    expect([budget.take(), budget.take(), budget.take()]).toEqual([0, 0, 1_000]);
    now = 1_000;
    expect(budget.take()).toBe(0);
  });

  it('gives no place during a pause', () => {
    let now = 0;
    const budget = makeBudget({ calls: 2, inMs: 1_000 }, () => now);
    budget.pause(5_000);
    expect(budget.take()).toBe(5_000);
    expect(budget.free()).toBe(0);
    now = 5_000;
    expect(budget.take()).toBe(0);
  });
});

describe('the schedule', () => {
  it('keeps appends of all streams under 100 a minute and loses none', async () => {
    const { timers, sent, schedule } = scheduleWith();
    const calls = Array.from({ length: 250 }, (_, n) => schedule.call('chat.appendStream', { n }));
    await timers.run(Promise.all(calls));
    expect(sent).toHaveLength(250);
    expect(busiestMinute(sent.map(({ at }) => at))).toBeLessThanOrEqual(100);
  });

  it('keeps starts and stops together under 20 a minute', async () => {
    const { timers, sent, schedule } = scheduleWith();
    const calls = Array.from({ length: 60 }, (_, n) =>
      schedule.call(n % 2 === 0 ? 'chat.startStream' : 'chat.stopStream', {}),
    );
    await timers.run(Promise.all(calls));
    expect(busiestMinute(sent.map(({ at }) => at))).toBeLessThanOrEqual(20);
  });

  it('waits as long as Slack asks, for that method alone', async () => {
    const { timers, sent, schedule } = scheduleWith([{ kind: 'rate-limited', retryAfterMs: 30_000 }]);
    const limited = schedule.call('chat.appendStream', {});
    await timers.pass(10);
    await timers.run(schedule.call('views.update', {}));
    expect(sent.map(({ method }) => method)).toEqual(['chat.appendStream', 'views.update']);
    expect(await timers.run(limited)).toEqual({ kind: 'ok', body: {} });
    expect(sent.at(-1)?.at).toBeGreaterThanOrEqual(30_000);
  });

  it('gives up a call that is limited again and again', async () => {
    const limit: CallOutcome = { kind: 'rate-limited', retryAfterMs: 1_000 };
    const { timers, schedule } = scheduleWith([limit, limit, limit, limit, limit]);
    expect(await timers.run(schedule.call('users.info', {}))).toEqual(limit);
  });

  it('never repeats a call whose fate is unknown', async () => {
    const unknown: CallOutcome = { kind: 'unknown', why: 'network' };
    const { timers, sent, schedule } = scheduleWith([unknown]);
    expect(await timers.run(schedule.call('chat.postMessage', { channel: 'C1' }))).toEqual(unknown);
    expect(sent).toHaveLength(1);
  });

  it('sends what is urgent before what is not', async () => {
    const { timers, sent, schedule } = scheduleWith([{ kind: 'rate-limited', retryAfterMs: 1_000 }]);
    const limited = schedule.call('chat.update', { n: 0 }, 'normal');
    await timers.pass(10);
    const calls = [limited];
    for (const [n, urgency] of [[1, 'last'] as const, [2, 'normal'] as const, [3, 'first'] as const]) {
      calls.push(schedule.call('chat.update', { n }, urgency));
    }
    await timers.run(Promise.all(calls));
    expect(sent.map(({ args }) => args)).toEqual([{ n: 0 }, { n: 3 }, { n: 0 }, { n: 2 }, { n: 1 }]);
  });

  it('keeps a channel to about one message a second and no other channel waiting', async () => {
    const { timers, sent, schedule } = scheduleWith();
    const busy = Array.from({ length: 30 }, () => schedule.call('chat.postMessage', { channel: 'C1' }));
    await timers.pass(1);
    await timers.run(schedule.call('chat.postMessage', { channel: 'C2' }));
    expect(timers.now()).toBeLessThan(1_700_000_001_000);
    await timers.run(Promise.all(busy));
    const inC1 = sent.filter(({ args }) => JSON.stringify(args).includes('C1')).map(({ at }) => at);
    expect(
      Math.max(...inC1.map((from) => inC1.filter((at) => at >= from && at < from + 8_500).length)),
    ).toBeLessThanOrEqual(8);
  });

  it('asks for lazy arguments once, when their turn comes', async () => {
    const { timers, sent, schedule } = scheduleWith([{ kind: 'rate-limited', retryAfterMs: 1_000 }]);
    let asked = 0;
    await timers.run(
      schedule.call('chat.appendStream', () => {
        asked += 1;
        return { asked };
      }),
    );
    expect(sent.map(({ args }) => args)).toEqual([{ asked: 1 }, { asked: 1 }]);
  });

  it('sends nothing where there is nothing to send', async () => {
    const { timers, sent, schedule } = scheduleWith();
    expect(await timers.run(schedule.call('chat.appendStream', () => null))).toMatchObject({ code: NOTHING_TO_SEND });
    expect(sent).toEqual([]);
  });
});
