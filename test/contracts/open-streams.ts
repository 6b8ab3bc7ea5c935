import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const stream = (key: string, body = '{}') => ({ key, conversation: conversationId('c1'), body });

/** What every `OpenStreams` keeps to. */
export function openStreamsContract(open: OpenStore): void {
  describe('open streams', () => {
    it('lists what was remembered, oldest first', async () => {
      const { store, advance } = await open();
      for (const key of ['b', 'a']) {
        await store.openStreams.remember(stream(key));
        await advance(5);
      }
      expect(await store.openStreams.list()).toEqual([stream('b'), stream('a')]);
    });

    it('replaces the body of a key that is remembered again', async () => {
      const { store } = await open();
      await store.openStreams.remember(stream('a', '{"ts":"1"}'));
      await store.openStreams.remember(stream('a', '{"ts":"2"}'));
      expect(await store.openStreams.list()).toEqual([stream('a', '{"ts":"2"}')]);
    });

    it('exchanges exactly what is remembered', async () => {
      const { store } = await open();
      await store.openStreams.remember(stream('a', '{"ts":"1"}'));
      expect(await store.openStreams.exchange(stream('a', '{"ts":"1"}'), stream('a', '{"ts":"2"}'))).toBe(true);
      expect(await store.openStreams.list()).toEqual([stream('a', '{"ts":"2"}')]);
    });

    it.each([
      ['changed', stream('a', '{"ts":"9"}')],
      ['forgotten', stream('gone', '{}')],
    ])('exchanges nothing when what is remembered was %s meanwhile', async (_, before) => {
      const { store } = await open();
      await store.openStreams.remember(stream('a', '{"ts":"1"}'));
      expect(await store.openStreams.exchange(before, { ...before, body: '{"ts":"2"}' })).toBe(false);
      expect(await store.openStreams.list()).toEqual([stream('a', '{"ts":"1"}')]);
    });

    it('forgets one stream and keeps the others', async () => {
      const { store } = await open();
      for (const key of ['a', 'b']) await store.openStreams.remember(stream(key));
      await store.openStreams.forget('a');
      expect(await store.openStreams.list()).toEqual([stream('b')]);
    });

    it('takes an unknown key that is forgotten as no error', async () => {
      const { store } = await open();
      await expect(store.openStreams.forget('unknown')).resolves.toBeUndefined();
    });
  });
}
