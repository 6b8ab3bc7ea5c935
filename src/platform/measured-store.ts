import { performance } from 'node:perf_hooks';
import { type Store, StoreError } from '../ports/store.ts';
import { makeEventMeter } from './event-meter.ts';
import type { Meters } from './meters.ts';

const MS_PER_SECOND = 1_000;

type Operation = 'append' | 'claim' | 'receive' | 'check';

/** A store whose work is measured: what was recorded, how long it took, what failed, how far behind we are. */
export function measuredStore(store: Store, meters: Meters, now: () => number): Store {
  const { log, work, inbox } = store;
  const countEvent = makeEventMeter(meters);

  const timed = async <T>(operation: Operation, run: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await run();
    } catch (error) {
      meters.storeErrors.inc({ operation, code: error instanceof StoreError ? error.code : 'unexpected' });
      throw error;
    } finally {
      meters.storeSeconds.observe({ operation }, (performance.now() - began) / MS_PER_SECOND);
    }
  };

  return {
    ...store,
    log: {
      read: log.read,
      async append(conversation, events, options) {
        const result = await timed('append', () => log.append(conversation, events, options));
        if (result.kind === 'appended') result.events.forEach(countEvent);
        else meters.appendsRefused.inc({ because: result.kind });
        return result;
      },
    },
    work: { ...work, claim: (owner, leaseMs) => timed('claim', () => work.claim(owner, leaseMs)) },
    inbox: {
      ...inbox,
      store: (envelope) => timed('receive', () => inbox.store(envelope)),
      async pending(limit) {
        const items = await inbox.pending(limit);
        const oldest = items[0]?.receivedAt;
        meters.inboxLag.set(oldest === undefined ? 0 : Math.max(0, now() - oldest) / MS_PER_SECOND);
        return items;
      },
    },
    check: () => timed('check', store.check),
  };
}

/** How much is owed to Slack, looked up when somebody asks for the figures. */
export async function measureOutbox(
  { outbox }: Pick<Store, 'outbox'>,
  meters: Meters,
  now: () => number,
): Promise<void> {
  const { items, oldestDueAt } = await outbox.depth();
  meters.outboxItems.set(items);
  meters.outboxAge.set(oldestDueAt === null ? 0 : Math.max(0, now() - oldestDueAt) / MS_PER_SECOND);
}
