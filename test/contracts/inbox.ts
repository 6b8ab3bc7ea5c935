import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/ports/inbox.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const HOUR_MS = 3_600_000;

const envelope = (key: string, body = '{}'): Envelope => ({ key, kind: 'event', body, receivedAt: 1_000 });

/** What every `Inbox` keeps to. */
export function inboxContract(open: OpenStore): void {
  describe('inbox', () => {
    it('gives back what it stored, in the order it arrived', async () => {
      const { store } = await open();
      for (const key of ['b', 'a', 'c']) await store.inbox.store(envelope(key, `{"key":"${key}"}`));
      expect(await store.inbox.pending(10)).toEqual(
        ['b', 'a', 'c'].map((key) => ({ ...envelope(key, `{"key":"${key}"}`), attempts: 0 })),
      );
    });

    it('gives back no more than asked for', async () => {
      const { store } = await open();
      for (const key of ['a', 'b', 'c']) await store.inbox.store(envelope(key));
      expect((await store.inbox.pending(2)).map(({ key }) => key)).toEqual(['a', 'b']);
    });

    it('keeps one of several simultaneous deliveries of the same envelope', async () => {
      const { store } = await open();
      const answers = await Promise.all(Array.from({ length: 4 }, () => store.inbox.store(envelope('a'))));
      expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'duplicate')).toHaveLength(3);
      expect(await store.inbox.pending(10)).toHaveLength(1);
    });

    it('keeps the first body of a key that comes again', async () => {
      const { store } = await open();
      await store.inbox.store(envelope('a', '{"first":true}'));
      await store.inbox.store(envelope('a', '{"first":false}'));
      expect((await store.inbox.pending(10)).map(({ body }) => body)).toEqual(['{"first":true}']);
    });

    it('gives an item back until it is done', async () => {
      const { store } = await open();
      await store.inbox.store(envelope('a'));
      expect(await store.inbox.pending(10)).toHaveLength(1);
      expect(await store.inbox.pending(10)).toHaveLength(1);
      await store.inbox.done('a');
      expect(await store.inbox.pending(10)).toEqual([]);
    });

    it('remembers the key of a handled item for a day', async () => {
      const { store, advance } = await open();
      await store.inbox.store(envelope('a'));
      await store.inbox.done('a');
      await advance(24 * HOUR_MS);
      for (let i = 0; i < 150; i += 1) {
        await store.inbox.store(envelope(`other ${i}`));
        await store.inbox.done(`other ${i}`);
      }
      expect(await store.inbox.store(envelope('a'))).toBe('duplicate');
    });

    it('forgets the key of a handled item some days later', async () => {
      const { store, advance } = await open();
      await store.inbox.store(envelope('a'));
      await store.inbox.done('a');
      await advance(72 * HOUR_MS);
      for (let i = 0; i < 150; i += 1) {
        await store.inbox.store(envelope(`other ${i}`));
        await store.inbox.done(`other ${i}`);
      }
      expect(await store.inbox.store(envelope('a'))).toBe('stored');
    });

    it('never forgets an item that is not done', async () => {
      const { store, advance } = await open();
      await store.inbox.store(envelope('a'));
      await advance(1_000 * HOUR_MS);
      for (let i = 0; i < 150; i += 1) {
        await store.inbox.store(envelope(`other ${i}`));
        await store.inbox.done(`other ${i}`);
      }
      expect((await store.inbox.pending(10)).map(({ key }) => key)).toEqual(['a']);
    });

    it('brings a postponed item back at its time, with its attempts counted', async () => {
      const { store, now, advance } = await open();
      await store.inbox.store(envelope('a'));
      await store.inbox.postpone('a', (await now()) + 60_000, 'failed');
      expect(await store.inbox.pending(10)).toEqual([]);
      await advance(60_000);
      expect(await store.inbox.pending(10)).toEqual([{ ...envelope('a'), attempts: 1 }]);
    });

    it('counts no attempt that failed because the store was away', async () => {
      const { store, now, advance } = await open();
      await store.inbox.store(envelope('a'));
      await store.inbox.postpone('a', (await now()) + 60_000, 'outage');
      expect(await store.inbox.pending(10)).toEqual([]);
      await advance(60_000);
      expect(await store.inbox.pending(10)).toEqual([{ ...envelope('a'), attempts: 0 }]);
    });

    it('does not bring a handled item back because it is postponed afterwards', async () => {
      const { store } = await open();
      await store.inbox.store(envelope('a'));
      await store.inbox.done('a');
      await store.inbox.postpone('a', 0, 'failed');
      expect(await store.inbox.pending(10)).toEqual([]);
    });

    it('takes an unknown key that is done as no error', async () => {
      const { store } = await open();
      await expect(store.inbox.done('unknown')).resolves.toBeUndefined();
    });

    it.each([
      ['SQL', `'; DELETE FROM inbox; --`],
      ['a percent sign', '%'],
    ])('takes a key with %s as it is', async (_, key) => {
      const { store } = await open();
      await store.inbox.store(envelope('a'));
      await store.inbox.store(envelope(key));
      await store.inbox.done(key);
      expect((await store.inbox.pending(10)).map((item) => item.key)).toEqual(['a']);
    });

    it('refuses a key it cannot store exactly', async () => {
      const { store } = await open();
      await expect(store.inbox.store(envelope('a'.repeat(1024 * 1024)))).rejects.toMatchObject({
        code: 'key-unstorable',
      });
    });

    it('gives back a megabyte of body exactly', async () => {
      const { store } = await open();
      const body = JSON.stringify({ text: 'ä'.repeat(512 * 1024) });
      await store.inbox.store(envelope('a', body));
      expect((await store.inbox.pending(1)).map((item) => item.body)).toEqual([body]);
    });
  });
}
