import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import type { Outbox, OutboxItem } from '../../src/ports/outbox.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const c1 = conversationId('c1');
const LEASE_MS = 10_000;

async function taken(outbox: Outbox): Promise<OutboxItem> {
  const [item] = await outbox.take(1, LEASE_MS);
  if (item === undefined) throw new Error('nothing was due');
  return item;
}

const keysOf = (items: readonly OutboxItem[]): readonly string[] => items.map(({ key }) => key);

/** What every `Outbox` keeps to. */
export function outboxContract(open: OpenStore): void {
  describe('outbox', () => {
    it('gives out what is owed, oldest first', async () => {
      const { store, advance } = await open();
      for (const key of ['card:b', 'card:a', 'card:c']) {
        await store.outbox.owe(c1, key);
        await advance(5);
      }
      const items = await store.outbox.take(2, LEASE_MS);
      expect(items).toMatchObject([
        { key: 'card:b', conversation: c1, attempts: 0 },
        { key: 'card:a', conversation: c1, attempts: 0 },
      ]);
    });

    it('gives an item to one sender only', async () => {
      const { store } = await open();
      for (let i = 0; i < 10; i += 1) await store.outbox.owe(c1, `card:${i}`);
      const taken = await Promise.all(Array.from({ length: 5 }, () => store.outbox.take(4, LEASE_MS)));
      expect(keysOf(taken.flat()).toSorted()).toEqual(Array.from({ length: 10 }, (_, i) => `card:${i}`));
    });

    it('owes a thing once however often it is owed before it was sent', async () => {
      const { store } = await open();
      await store.outbox.owe(c1, 'card:a');
      await store.outbox.owe(c1, 'card:a');
      expect(await store.outbox.depth()).toMatchObject({ items: 1 });
    });

    it('is rid of a settled item', async () => {
      const { store, advance } = await open();
      await store.outbox.owe(c1, 'card:a');
      await store.outbox.settle(await taken(store.outbox));
      await advance(LEASE_MS);
      expect(await store.outbox.take(10, LEASE_MS)).toEqual([]);
      expect(await store.outbox.depth()).toEqual({ items: 0, oldestDueAt: null });
    });

    it('gives an item that was not settled out again after its lease, with its attempts counted', async () => {
      const { store, advance } = await open();
      await store.outbox.owe(c1, 'card:a');
      const first = await taken(store.outbox);
      await advance(LEASE_MS);
      expect(await taken(store.outbox)).toMatchObject({ key: 'card:a', revision: first.revision, attempts: 1 });
    });

    it('does not give out a taken item that is owed again before it is settled', async () => {
      const { store } = await open();
      await store.outbox.owe(c1, 'card:a');
      await taken(store.outbox);
      await store.outbox.owe(c1, 'card:a');
      expect(await store.outbox.take(10, LEASE_MS)).toEqual([]);
    });

    it('still owes the newer revision when the older one is settled', async () => {
      const { store } = await open();
      await store.outbox.owe(c1, 'card:a');
      const older = await taken(store.outbox);
      await store.outbox.owe(c1, 'card:a');
      await store.outbox.settle(older);
      const newer = await taken(store.outbox);
      expect(newer).toMatchObject({ key: 'card:a', attempts: 0 });
      expect(newer.revision).toBeGreaterThan(older.revision);
    });

    it('does not take a late settling for one of the same thing owed anew', async () => {
      const { store, advance } = await open();
      await store.outbox.owe(c1, 'card:a');
      const slow = await taken(store.outbox);
      await advance(LEASE_MS);
      await store.outbox.settle(await taken(store.outbox));
      await store.outbox.owe(c1, 'card:a');
      await store.outbox.settle(slow);
      expect(await store.outbox.depth()).toMatchObject({ items: 1 });
    });

    it('brings a postponed item back at its time', async () => {
      const { store, now, advance } = await open();
      await store.outbox.owe(c1, 'card:a');
      await store.outbox.postpone(await taken(store.outbox), (await now()) + 60_000);
      expect(await store.outbox.take(10, LEASE_MS)).toEqual([]);
      await advance(60_000);
      expect(await taken(store.outbox)).toMatchObject({ key: 'card:a', attempts: 1 });
    });

    it('sends a postponed item at once when it is owed again', async () => {
      const { store, now } = await open();
      await store.outbox.owe(c1, 'card:a');
      await store.outbox.postpone(await taken(store.outbox), (await now()) + 60_000);
      await store.outbox.owe(c1, 'card:a');
      expect((await taken(store.outbox)).key).toBe('card:a');
    });

    it('ignores a sender that postpones after another has taken over', async () => {
      const { store, advance } = await open();
      await store.outbox.owe(c1, 'card:a');
      const slow = await taken(store.outbox);
      await advance(LEASE_MS);
      await taken(store.outbox);
      await store.outbox.postpone(slow, 0);
      expect(await store.outbox.take(10, LEASE_MS)).toEqual([]);
    });

    it('says how much is owed and since when', async () => {
      const { store, now, advance } = await open();
      const before = await now();
      await store.outbox.owe(c1, 'card:a');
      const oldest = (await store.outbox.depth()).oldestDueAt ?? 0;
      expect(oldest).toBeGreaterThanOrEqual(before);
      await advance(1_000);
      await store.outbox.owe(c1, 'card:b');
      const depth = await store.outbox.depth();
      expect(depth.items).toBe(2);
      expect((await now()) - (depth.oldestDueAt ?? 0)).toBeGreaterThanOrEqual(1_000);
    });
  });
}
