import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { message } from '../support/store-events.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');

/** What every `EventLog` keeps to. */
export function eventLogContract(open: OpenStore): void {
  describe('event log', () => {
    it('reads a conversation nobody has written to as empty', async () => {
      const { store } = await open();
      expect(await store.log.read(c1)).toEqual([]);
    });

    it('numbers events from 1 and stamps them with its clock', async () => {
      const { store, now } = await open();
      const before = await now();
      const result = await store.log.append(c1, [message('a'), message('b')], { after: 0 });
      const read = await store.log.read(c1);
      expect(result).toEqual({ kind: 'appended', events: read });
      expect(read.map(({ seq, event }) => ({ seq, event }))).toEqual([
        { seq: 1, event: message('a') },
        { seq: 2, event: message('b') },
      ]);
      for (const { at } of read) expect(at).toBeGreaterThanOrEqual(before);
    });

    it('reads only what comes after a position', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a'), message('b'), message('c')], { after: 0 });
      expect((await store.log.read(c1, 2)).map(({ seq }) => seq)).toEqual([3]);
      expect(await store.log.read(c1, 3)).toEqual([]);
    });

    it('writes nothing once its own clock has reached the deadline of an append', async () => {
      const { store, now } = await open();
      const deadline = await now();
      const late = await store.log.append(c1, [message('a')], { after: 0, notAfter: deadline });
      expect(late).toEqual({ kind: 'too-late' });
      expect(await store.log.read(c1)).toEqual([]);
      const inTime = await store.log.append(c1, [message('a')], { after: 0, notAfter: deadline + 3_600_000 });
      expect(inTime.kind).toBe('appended');
    });

    it('writes nothing before its own clock has reached the time an append waits for', async () => {
      const { store, now } = await open();
      const hour = 3_600_000;
      const early = await store.log.append(c1, [message('a')], { after: 0, notBefore: (await now()) + hour });
      expect(early).toEqual({ kind: 'too-early' });
      expect(await store.log.read(c1)).toEqual([]);
      const due = await store.log.append(c1, [message('a')], { after: 0, notBefore: (await now()) - hour });
      expect(due.kind).toBe('appended');
    });

    it('keeps conversations apart', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], { after: 0 });
      await store.log.append(c2, [message('b')], { after: 0 });
      expect((await store.log.read(c2)).map(({ event }) => event)).toEqual([message('b')]);
    });

    it.each([[0], [2]])(
      'answers a writer who has read up to %i of 1 with a conflict and writes nothing',
      async (after) => {
        const { store } = await open();
        await store.log.append(c1, [message('a')], { after: 0 });
        expect(await store.log.append(c1, [message('b')], { after })).toEqual({ kind: 'conflict' });
        expect(await store.log.read(c1)).toHaveLength(1);
      },
    );

    it('answers a writer who is ahead of an empty log with a conflict', async () => {
      const { store } = await open();
      expect(await store.log.append(c1, [message('a')], { after: 1 })).toEqual({ kind: 'conflict' });
    });

    it('lets exactly one of many simultaneous writers append', async () => {
      const { store } = await open();
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.log.append(c1, [message(String(i))], { after: 0 })),
      );
      expect(results.filter(({ kind }) => kind === 'appended')).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === 'conflict')).toHaveLength(19);
      expect(await store.log.read(c1)).toHaveLength(1);
    });

    it('writes nothing at all when one event of an append cannot be stored', async () => {
      const { store } = await open();
      const huge = message('x'.repeat(17 * 1024 * 1024));
      await expect(store.log.append(c1, [message('a'), huge], { after: 0, wake: 'now' })).rejects.toMatchObject({
        code: 'event-too-large',
      });
      expect(await store.log.read(c1)).toEqual([]);
      expect(await store.work.nextDue()).toBeNull();
    });

    it('writes nothing when what is owed with an append cannot be stored', async () => {
      const { store } = await open();
      const owes = [{ key: 'card:\u0000', conversation: c1 }];
      await expect(store.log.append(c1, [message('a')], { after: 0, owes })).rejects.toMatchObject({
        code: 'key-unstorable',
      });
      expect(await store.log.read(c1)).toEqual([]);
    });

    it('owes and wakes together with the events', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], {
        after: 0,
        owes: [{ key: 'card:1', conversation: c1 }],
        wake: 'now',
      });
      expect(await store.outbox.depth()).toMatchObject({ items: 1 });
      expect(await store.work.claim('w', 1_000)).toMatchObject({ conversation: c1 });
    });

    it('shows at once what may be flushed later, and chains what is durable to it', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], { after: 0, flush: 'later' });
      expect(await store.log.read(c1)).toHaveLength(1);
      expect(await store.log.append(c1, [message('b')], { after: 0 })).toEqual({ kind: 'conflict' });
      await store.log.append(c1, [message('b')], { after: 1 });
      expect((await store.log.read(c1)).map(({ seq }) => seq)).toEqual([1, 2]);
      expect((await verifyAll(store.chain)).findings).toEqual([]);
    });

    it('neither owes nor wakes when the append conflicts', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], {
        after: 5,
        owes: [{ key: 'card:1', conversation: c1 }],
        wake: 'now',
      });
      expect(await store.outbox.depth()).toMatchObject({ items: 0 });
      expect(await store.work.nextDue()).toBeNull();
    });

    it('wakes at a later time when told so', async () => {
      const { store, now, advance } = await open();
      await store.log.append(c1, [message('a')], { after: 0, wake: { at: (await now()) + 60_000 } });
      expect(await store.work.claim('w', 1_000)).toBeNull();
      await advance(60_000);
      expect(await store.work.claim('w', 1_000)).toMatchObject({ conversation: c1 });
    });

    it('can owe without writing an event', async () => {
      const { store } = await open();
      const result = await store.log.append(c1, [], { after: 0, owes: [{ key: 'card:1', conversation: c1 }] });
      expect(result).toEqual({ kind: 'appended', events: [] });
      expect(await store.outbox.depth()).toMatchObject({ items: 1 });
    });

    it('refuses a writer whose claim was taken over', async () => {
      const { store, advance } = await open();
      await store.work.wake(c1);
      const old = await store.work.claim('w1', 1_000);
      await advance(1_000);
      const newer = await store.work.claim('w2', 1_000);
      const events = [message('a')];
      expect(await store.log.append(c1, events, { after: 0, epoch: old?.epoch ?? 0 })).toEqual({ kind: 'fenced' });
      expect(await store.log.append(c1, events, { after: 0, epoch: newer?.epoch ?? 0 })).toMatchObject({
        kind: 'appended',
      });
    });

    it('lets a writer without a claim append whoever holds one', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      await store.work.claim('w1', 1_000);
      expect(await store.log.append(c1, [message('a')], { after: 0 })).toMatchObject({ kind: 'appended' });
    });

    it.each([
      ['SQL', `'; DROP TABLE events; --" OR 1=1 \\ $1 ? :x %s`],
      ['controls', '\u0001\n\r\t\u007f\u0085'],
      ['every plane', '\u00e9\u4e2d\u{1f600}\u{e0041}\u202e'],
      ['a megabyte', 'ä'.repeat(512 * 1024)],
      ['NUL and lone surrogates', 'a\u0000b\ud800c\udfff'],
      ['prototype names', '{"__proto__":{"a":1},"constructor":2}'],
    ])('gives back text with %s exactly', async (_, text) => {
      const { store } = await open();
      await store.log.append(c1, [message(text)], { after: 0 });
      expect((await store.log.read(c1)).map(({ event }) => event)).toEqual([message(text)]);
    });

    it.each([
      ['SQL', `c'; DROP TABLE events; --" OR 1=1 \\ $1 ? :x %s`],
      ['other scripts', 'c \u00e9\u4e2d\u{1f600}'],
      ['the longest key', 'ä'.repeat(800)],
    ])('takes a conversation id with %s as it is', async (_, id) => {
      const { store } = await open();
      await store.log.append(conversationId(id), [message('a')], { after: 0 });
      expect(await store.log.read(conversationId(id))).toHaveLength(1);
      expect(await store.log.read(conversationId(`${id.slice(1)}`))).toEqual([]);
    });

    it.each([
      ['a lone surrogate', 'c\ud800'],
      ['NUL', 'c\u0000'],
      ['a megabyte', 'c'.repeat(1024 * 1024)],
    ])('refuses a conversation id with %s plainly', async (_, id) => {
      const { store } = await open();
      await expect(store.log.append(conversationId(id), [message('a')], { after: 0 })).rejects.toMatchObject({
        code: 'key-unstorable',
      });
      await expect(store.log.read(conversationId(id))).rejects.toMatchObject({ code: 'key-unstorable' });
    });

    it('reads ten thousand events in order', async () => {
      const { store } = await open();
      const events = Array.from({ length: 10_000 }, (_, i) => message(`message ${i}`));
      await store.log.append(c1, events, { after: 0 });
      expect((await store.log.read(c1)).map(({ event }) => event)).toEqual(events);
    });
  });
}
