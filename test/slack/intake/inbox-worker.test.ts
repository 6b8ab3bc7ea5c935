import { describe, expect, it } from 'vitest';
import type { Inbox, InboxItem } from '../../../src/ports/inbox.ts';
import { silent } from '../../../src/ports/logger.ts';
import { StoreError } from '../../../src/ports/store.ts';
import { makeInboxWorker } from '../../../src/slack/intake/inbox-worker.ts';
import { type VirtualTimers, virtualTimers } from '../../support/slack/virtual-timers.ts';

/** An inbox in memory that keeps the port's promises. */
function memoryInbox(timers: VirtualTimers, keys: readonly string[]) {
  const rows = keys.map((key) => ({
    key,
    kind: 'event' as const,
    body: key,
    receivedAt: 0,
    attempts: 0,
    retryAt: 0,
    done: false,
  }));
  const inbox: Inbox = {
    store: async () => 'stored',
    pending: async (limit) =>
      rows
        .filter((row) => !row.done && row.retryAt <= timers.now())
        .slice(0, limit)
        .map((row) => ({ ...row })),
    done: async (key) => {
      for (const row of rows) if (row.key === key) row.done = true;
    },
    postpone: async (key, retryAt, why) => {
      const counted = why === 'failed' ? 1 : 0;
      for (const row of rows) if (row.key === key) Object.assign(row, { retryAt, attempts: row.attempts + counted });
    },
  };
  return { inbox, rows };
}

/** Keys are `lane/order`. */
function workerWith(
  keys: readonly string[],
  fails: (item: InboxItem) => boolean = () => false,
  failure: () => Error = () => new Error('not now'),
) {
  const timers = virtualTimers();
  const { inbox, rows } = memoryInbox(timers, keys);
  const handled: string[] = [];
  const givenUp: string[] = [];
  const worker = makeInboxWorker({
    inbox,
    handle: async (item) => {
      await Promise.resolve();
      if (fails(item)) throw failure();
      handled.push(item.key);
    },
    placeOf: ({ key }) => ({ lane: key.split('/')[0] ?? '', order: key.split('/')[1] ?? '' }),
    onGivenUp: ({ key }) => givenUp.push(key),
    logger: silent,
    timers,
  });
  return { worker, handled, givenUp, rows, timers, inbox };
}

const outage = new StoreError('store-unavailable', 'the server restarts');

describe('the inbox worker', () => {
  it('handles everything once', async () => {
    const { worker, handled, timers } = workerWith(['a/1', 'b/1', 'a/2']);
    worker.start();
    await timers.pass(5_000);
    expect(handled.toSorted()).toEqual(['a/1', 'a/2', 'b/1']);
  });

  it('handles one lane in order though its items arrived out of order', async () => {
    const { worker, handled, timers } = workerWith(['a/3', 'a/1', 'a/2']);
    worker.start();
    await timers.pass(1_000);
    expect(handled).toEqual(['a/1', 'a/2', 'a/3']);
  });

  it('tries again what failed, and lets nothing of its lane pass meanwhile', async () => {
    const { worker, handled, timers } = workerWith(
      ['a/1', 'a/2', 'b/1'],
      ({ key, attempts }) => key === 'a/1' && attempts < 3,
    );
    worker.start();
    await timers.pass(60_000);
    expect(handled).toEqual(['b/1', 'a/1', 'a/2']);
  });

  it('gives up what fails for ever, says so once, and goes on', async () => {
    const { worker, handled, givenUp, timers } = workerWith(['a/1', 'a/2'], ({ key }) => key === 'a/1');
    worker.start();
    await timers.pass(60_000);
    expect(givenUp).toEqual(['a/1']);
    expect(handled).toEqual(['a/2']);
  });

  it('gives nothing up because the store is away, however long that takes', async () => {
    let away = true;
    const { worker, handled, givenUp, timers } = workerWith(
      ['a/1'],
      () => away,
      () => outage,
    );
    worker.start();
    await timers.pass(10 * 60_000);
    away = false;
    await timers.pass(2_000);
    expect([givenUp, handled]).toEqual([[], ['a/1']]);
  });

  it('gives an item all its attempts after an outage', async () => {
    const failures = [
      ...Array.from({ length: 20 }, () => outage),
      ...Array.from({ length: 5 }, () => new Error('once')),
    ];
    const { worker, handled, givenUp, timers } = workerWith(
      ['a/1'],
      () => failures.length > 0,
      () => failures.shift() ?? outage,
    );
    worker.start();
    await timers.pass(5 * 60_000);
    expect([givenUp, handled]).toEqual([[], ['a/1']]);
  });

  it('lets a lane go on when another process handles what it waits for', async () => {
    const { worker, handled, timers, rows } = workerWith(['a/1', 'a/2', 'b/1'], ({ key }) => key === 'a/1');
    worker.start();
    await timers.pass(100);
    for (const row of rows) if (row.key === 'a/1') row.done = true;
    await timers.pass(10_000);
    expect(handled).toEqual(['b/1', 'a/2']);
  });

  it('does not handle later what its sender was told had failed', async () => {
    let broken = true;
    const { worker, handled, givenUp, timers } = workerWith(['a/1'], () => broken);
    worker.start();
    await timers.pass(60_000);
    broken = false;
    await timers.pass(3 * 24 * 60 * 60_000);
    expect([givenUp, handled]).toEqual([['a/1'], []]);
  });

  it('is not stopped by an inbox that cannot be read', async () => {
    const { worker, handled, timers, rows } = workerWith(['a/1']);
    const [row] = rows;
    worker.start();
    await timers.pass(1_000);
    if (row !== undefined) Object.assign(row, { done: false });
    await timers.pass(2_000);
    expect(handled).toEqual(['a/1', 'a/1']);
  });

  it('asks an inbox that cannot be written to again only after a pause', async () => {
    const { worker, timers, inbox } = workerWith(['a/1'], () => true);
    let asked = 0;
    inbox.postpone = async () => {
      asked += 1;
      throw new Error('the disk is full');
    };
    worker.start();
    await timers.pass(10_000);
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThanOrEqual(25);
  });

  it('takes nothing new once it is stopped', async () => {
    const { worker, handled, timers } = workerWith(['a/1']);
    worker.start();
    await timers.run(worker.stop());
    const before = handled.length;
    await timers.pass(10_000);
    expect(handled).toHaveLength(before);
  });
});
