import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEASE_LOST, LEASE_MS, makeWorker, type RunNext } from '../../src/conversation/worker.ts';
import { conversationId } from '../../src/domain/ids.ts';
import { silent } from '../../src/ports/logger.ts';
import { StoreError } from '../../src/ports/store.ts';
import type { Claim, WorkQueue } from '../../src/ports/work-queue.ts';

const c1 = conversationId('c1');
const RENEWALS_MS = 5_000;

/** A queue with one claim to give. */
function queueOf(claim: Claim, renew: WorkQueue['renew']) {
  const released: Claim[] = [];
  let given = false;
  const work: WorkQueue = {
    wake: async () => {},
    async claim() {
      if (given) return null;
      given = true;
      return claim;
    },
    renew,
    async release(one) {
      released.push(one);
    },
    line: async () => [],
    nextDue: async () => null,
    onWake: () => () => {},
  };
  return { work, released };
}

/** Runs until it is aborted; the reasons are kept. */
function runUntilAborted() {
  const reasons: unknown[] = [];
  const runNext: RunNext = (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        resolve(null);
      });
    });
  return { runNext, reasons };
}

type Change = Partial<Parameters<typeof makeWorker>[0]> & {
  readonly renew?: WorkQueue['renew'];
  readonly takenOver?: boolean;
};

function start({ renew = async () => true, takenOver = false, ...change }: Change = {}) {
  const { work, released } = queueOf({ conversation: c1, epoch: 1, leaseUntil: 0, takenOver }, renew);
  const { runNext, reasons } = runUntilAborted();
  const onLost = vi.fn<() => void>();
  const clock = { now: () => Date.now() };
  const worker = makeWorker({ work, runNext, clock, owner: 'w', concurrency: 4, logger: silent, onLost, ...change });
  worker.start();
  return { worker, released, reasons, onLost };
}

describe('a worker', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('aborts its run and shows nothing more of it when another process has taken over', async () => {
    const { reasons, onLost } = start({ renew: async () => false });
    await vi.advanceTimersByTimeAsync(RENEWALS_MS);
    expect(reasons).toEqual([LEASE_LOST]);
    expect(onLost).toHaveBeenCalledWith(c1);
  });

  it('leaves a lost lease to run out, so that whoever claims next is told', async () => {
    const { released } = start({ renew: async () => false });
    await vi.advanceTimersByTimeAsync(RENEWALS_MS);
    expect(released).toEqual([]);
  });

  it.each<[string, WorkQueue['renew']]>([
    ['answers with errors', () => Promise.reject(new Error('down'))],
    ['does not answer', () => new Promise(() => {})],
  ])('goes on while its lease lasts when the store %s, and not longer', async (_, renew) => {
    const { reasons } = start({ renew });
    await vi.advanceTimersByTimeAsync(LEASE_MS - 1);
    expect(reasons).toEqual([]);
    await vi.advanceTimersByTimeAsync(RENEWALS_MS);
    expect(reasons).toEqual([LEASE_LOST]);
  });

  it('goes on when the store is back before its lease has ended', async () => {
    let down = true;
    const { reasons } = start({ renew: async () => (down ? Promise.reject(new Error('down')) : true) });
    await vi.advanceTimersByTimeAsync(LEASE_MS - RENEWALS_MS);
    down = false;
    await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
    expect(reasons).toEqual([]);
  });

  it('learns within a renewal that a person asked another process to stop', async () => {
    const { reasons, onLost } = start({ isStopAsked: async () => true });
    await vi.advanceTimersByTimeAsync(RENEWALS_MS);
    expect(reasons).toEqual(['stopped']);
    expect(onLost).not.toHaveBeenCalled();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('sees to what a predecessor left before it runs (its claim ran out: %s)', async (takenOver, times) => {
    const onTakenOver = vi.fn<() => Promise<void>>(async () => {});
    start({ takenOver, onTakenOver });
    await vi.advanceTimersByTimeAsync(0);
    expect(onTakenOver).toHaveBeenCalledTimes(times);
  });

  it.each([
    ['longer after each error in a row', new TypeError('what is stored makes no sense'), [1_000, 2_000, 4_000, 8_000]],
    ['soon after an outage of the store', new StoreError('store-unavailable', 'down'), [1_000, 1_000, 1_000, 1_000]],
  ])('looks at a conversation again %s', async (_, error, pauses) => {
    const given: number[] = [];
    const work: WorkQueue = {
      ...queueOf({ conversation: c1, epoch: 1, leaseUntil: 0 }, async () => true).work,
      claim: async () => (given.length < pauses.length ? { conversation: c1, epoch: 1, leaseUntil: 0 } : null),
      async release(_claim, wakeAt) {
        given.push((wakeAt ?? 0) - Date.now());
      },
    };
    const runNext: RunNext = () => Promise.reject(error);
    const clock = { now: () => Date.now() };
    makeWorker({ work, runNext, clock, owner: 'w', concurrency: 1, logger: silent }).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(given).toEqual(pauses);
  });
});
