import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { withAbortGrace } from '../../src/turn/abort.ts';
import { handTimers } from '../support/turn/hand-timers.ts';

function aWait() {
  const stop = new AbortController();
  const timers = handTimers();
  const { promise: work, resolve: end, reject: fail } = Promise.withResolvers<string>();
  return { stop, timers, bounds: { signal: stop.signal, startTimer: timers.startTimer }, work, end, fail };
}

describe('waiting for work that should end soon once the turn is stopped', () => {
  it('gives what the work gives', async () => {
    const { bounds, work, end } = aWait();
    end('done');
    expect(await withAbortGrace(bounds, () => work)).toBe('done');
  });

  it('starts no clock while the turn is not stopped', async () => {
    const { bounds, timers, work, end } = aWait();
    const answer = withAbortGrace(bounds, () => work);
    expect(timers.waiting()).toEqual([]);
    end('done');
    await answer;
  });

  it('leaves the work behind two seconds after the stop', async () => {
    const { bounds, timers, stop, work } = aWait();
    const answer = withAbortGrace(bounds, () => work);
    stop.abort();
    expect(timers.waiting()).toEqual([2_000]);
    timers.ring();
    expect(await answer).toBe('abandoned');
  });

  it('counts the two seconds from its start when the turn was stopped before', async () => {
    const { bounds, timers, stop, work } = aWait();
    stop.abort();
    const answer = withAbortGrace(bounds, () => work);
    expect(timers.waiting()).toEqual([2_000]);
    timers.ring();
    expect(await answer).toBe('abandoned');
  });

  it('lets the work see that nobody listens any more, and not before', async () => {
    const { bounds, timers, stop, work } = aWait();
    let abandoned = (): boolean => true;
    const answer = withAbortGrace(bounds, (ask) => {
      abandoned = ask;
      return work;
    });
    stop.abort();
    const before = abandoned();
    timers.ring();
    await answer;
    expect([before, abandoned()]).toEqual([false, true]);
  });

  it('takes what the work gives after the stop and lets go of the clock', async () => {
    const { bounds, timers, stop, work, end } = aWait();
    const answer = withAbortGrace(bounds, () => work);
    stop.abort();
    end('half');
    expect(await answer).toBe('half');
    expect(timers.waiting()).toEqual([]);
  });

  it.each(['ends', 'fails'] as const)('leaves no listener on the signal when the work %s', async (how) => {
    const { bounds, stop, work, end, fail } = aWait();
    const answer = withAbortGrace(bounds, () => work).catch(() => {});
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    if (how === 'ends') end('done');
    else fail(new Error('x'));
    await answer;
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});
