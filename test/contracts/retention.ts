import { describe, expect, it } from 'vitest';
import { approvalId, type ConversationId, conversationId } from '../../src/domain/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import { asked, decided, message, pruned, remembered, revoked } from '../support/store-events.ts';
import type { OpenStore, StoreUnderTest } from '../support/store-under-test.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;

/** What every `Retention` keeps to. */
export function retentionContract(open: OpenStore): void {
  const old = async (under: StoreUnderTest) => {
    await under.advance(KEPT_MS + DAY_MS);
    const before = (await under.now()) - KEPT_MS;
    return (limit = 10, after: ConversationId | null = null) => under.store.retention.resting(before, limit, after);
  };
  const idsOf = async (found: ReturnType<Store['retention']['resting']>) =>
    (await found).map(({ conversation }) => conversation);

  describe('retention', () => {
    it('lists a conversation nothing has happened in for long, and where its chain ends', async () => {
      const under = await open();
      const writtenAt = await under.now();
      await under.store.log.append(c1, [message('a'), message('b')], { after: 0 });
      const [head] = await under.store.chain.heads();
      const [found, ...others] = await (await old(under))();
      expect(found).toEqual({ ...head, writtenAt: found?.writtenAt });
      expect(found?.writtenAt).toBeGreaterThanOrEqual(writtenAt);
      expect(others).toEqual([]);
    });

    it('does not list a conversation that was written to since', async () => {
      const under = await open();
      await under.store.log.append(c1, [message('a')], { after: 0 });
      const resting = await old(under);
      await under.store.log.append(c1, [message('b')], { after: 1 });
      expect(await resting()).toEqual([]);
    });

    it.each<[string, (store: Store) => Promise<unknown>]>([
      ['due', (store) => store.work.wake(c1)],
      ['claimed', (store) => store.work.wake(c1).then(() => store.work.claim('w', 100 * DAY_MS))],
      ['owed something', (store) => store.outbox.owe(c1, 'card:a1')],
      ['half shown', (store) => store.openStreams.remember({ key: 's', conversation: c1, body: '{}' })],
      ['asked in', (store) => store.log.append(c1, [asked('a1')], { after: 1 })],
      ['granted in', (store) => store.log.append(c1, [asked('a1'), remembered('a1', 9e15)], { after: 1 })],
    ])('does not list a conversation that is %s', async (_, happen) => {
      const under = await open();
      await under.store.log.append(c1, [message('a')], { after: 0 });
      await happen(under.store);
      expect(await (await old(under))()).toEqual([]);
    });

    it('lists a conversation whose questions are settled and whose grants are over', async () => {
      const under = await open();
      const grant = remembered('a1', 9e15);
      await under.store.log.append(c1, [asked('a1'), grant, revoked('a1'), asked('a2'), decided('a2')], { after: 0 });
      expect(await idsOf((await old(under))())).toEqual([c1]);
    });

    it('lists page by page, in one order', async () => {
      const under = await open();
      for (const id of ['c3', 'c1', 'c2']) {
        await under.store.log.append(conversationId(id), [message('a')], { after: 0 });
      }
      const resting = await old(under);
      expect([await idsOf(resting(2)), await idsOf(resting(2, c2))]).toEqual([[c1, c2], ['c3']]);
    });

    it('removes what stands before the tombstone, in that conversation only', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a'), message('b'), pruned(c1, 2), message('c')], { after: 0 });
      await store.log.append(c2, [message('x')], { after: 0 });
      expect(await store.retention.removePruned(c1)).toBe(2);
      expect((await store.log.read(c1)).map(({ seq, event }) => [seq, event.type])).toEqual([
        [3, 'conversation.pruned'],
        [4, 'message.received'],
      ]);
      expect(await store.log.read(c2)).toHaveLength(1);
    });

    it('removes nothing where there is no tombstone', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], { after: 0 });
      expect([await store.retention.removePruned(c1), await store.retention.removePruned(c2)]).toEqual([0, 0]);
      expect(await store.log.read(c1)).toHaveLength(1);
    });

    it('does not list what was removed again, nor what was only begun', async () => {
      const under = await open();
      await under.store.log.append(c1, [message('a'), pruned(c1, 1)], { after: 0 });
      const resting = await old(under);
      expect(await idsOf(resting())).toEqual([c1]);
      await under.store.retention.removePruned(c1);
      expect(await idsOf(resting())).toEqual([]);
    });

    it('goes on counting and chaining where the removed part ended', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a'), message('b'), pruned(c1, 2)], { after: 0 });
      const before = await store.chain.heads();
      await store.retention.removePruned(c1);
      expect(await store.chain.heads()).toEqual(before);
      expect(await store.log.append(c1, [message('c')], { after: 3 })).toMatchObject({ kind: 'appended' });
      expect(await store.log.append(c1, [message('d')], { after: 0 })).toEqual({ kind: 'conflict' });
    });

    it('forgets the questions it removes, and a rebuilt index does not know them either', async () => {
      const { store } = await open();
      await store.log.append(c1, [asked('a1'), decided('a1'), pruned(c1, 2)], { after: 0 });
      await store.retention.removePruned(c1);
      expect(await store.index.conversationOf(approvalId('a1'))).toBeNull();
      await store.rebuildIndex();
      expect(await store.index.conversationOf(approvalId('a1'))).toBeNull();
    });
  });
}
