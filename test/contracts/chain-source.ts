import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import type { ChainedEvent } from '../../src/ports/chain-source.ts';
import { chainHash, chainStart } from '../../src/store/chain.ts';
import { message } from '../support/store-events.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');

async function collect(events: AsyncIterable<ChainedEvent>): Promise<readonly ChainedEvent[]> {
  const collected: ChainedEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** What every `ChainSource` keeps to. */
export function chainSourceContract(open: OpenStore): void {
  describe('chain source', () => {
    it('chains every event of a conversation to the one before', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a'), message('b')], { after: 0 });
      await store.log.append(c1, [message('c')], { after: 2 });
      let previous = chainStart(c1);
      const events = await collect(store.chain.eventsOf(c1));
      for (const event of events) {
        expect(event.hash).toBe(chainHash(previous, event));
        previous = event.hash;
      }
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    });

    it('keeps the exact text that was hashed', async () => {
      const { store } = await open();
      const text = 'a\u0000\ud800 ü \u2028 \\ "';
      await store.log.append(c1, [message(text)], { after: 0 });
      expect((await collect(store.chain.eventsOf(c1))).map(({ body }) => body)).toEqual([
        JSON.stringify(message(text)),
      ]);
    });

    it('lists the events of all conversations, each in order', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], { after: 0 });
      await store.log.append(c2, [message('b')], { after: 0 });
      await store.log.append(c1, [message('c')], { after: 1 });
      const events = await collect(store.chain.events());
      expect(events.filter(({ conversation }) => conversation === c1)).toEqual(await collect(store.chain.eventsOf(c1)));
      expect(events).toHaveLength(3);
    });

    it('lists the same by pages, each event once', async () => {
      const { store } = await open();
      const many = Array.from({ length: 4_500 }, (_, i) => message(String(i)));
      await store.log.append(c1, many, { after: 0 });
      await store.log.append(c2, many.slice(0, 10), { after: 0 });
      const pages: (readonly ChainedEvent[])[] = [];
      for await (const page of store.chain.pages()) pages.push(page);
      expect(pages.flat()).toEqual(await collect(store.chain.events()));
      expect(pages.length).toBeLessThan(10);
    });

    it('lists more events than one page holds', async () => {
      const { store } = await open();
      await store.log.append(
        c1,
        Array.from({ length: 4_500 }, (_, i) => message(String(i))),
        { after: 0 },
      );
      expect((await collect(store.chain.events())).map(({ seq }) => seq)).toEqual(
        Array.from({ length: 4_500 }, (_, i) => i + 1),
      );
      expect(await collect(store.chain.eventsOf(c1))).toHaveLength(4_500);
    });

    it('knows where each conversation ends', async () => {
      const { store } = await open();
      await store.work.wake(conversationId('never written to'));
      await store.log.append(c1, [message('a'), message('b')], { after: 0 });
      await store.log.append(c2, [message('c')], { after: 0 });
      const ends = (await collect(store.chain.events())).filter(
        ({ conversation, seq }) => conversation === c2 || seq === 2,
      );
      expect(new Set(await store.chain.heads())).toEqual(
        new Set(ends.map(({ conversation, seq, hash }) => ({ conversation, seq, hash }))),
      );
    });

    it('knows which conversations were written to since a time', async () => {
      const { store, now, advance } = await open();
      await store.log.append(c1, [message('a')], { after: 0 });
      await advance(60_000);
      const since = (await now()) - 30_000;
      await store.log.append(c2, [message('b')], { after: 0 });
      expect((await store.chain.heads(since)).map(({ conversation }) => conversation)).toEqual([c2]);
    });
  });
}
