import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import { BLOBS_PER_CONVERSATION } from '../../src/ports/blobs.ts';
import { message, pruned } from '../support/store-events.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const bytes = Uint8Array.from([0, 255, 137, 80, 78, 71, 0]);
/** Sha-256 of those seven bytes. */
const HASH = '-eN_wI0BHpR3T6Cnu-dojTQd7-WmhzsIb0ZF9cvXSGY';
const LARGE = 5_000_000;

/** What every `Blobs` keeps to. */
export function blobsContract(open: OpenStore): void {
  describe('blobs', () => {
    it('gives back the bytes that were kept, by their hash', async () => {
      const { blobs } = (await open()).store;
      expect(await blobs.keep(c1, bytes)).toBe(HASH);
      const found = await blobs.read(HASH);
      expect(found.kind === 'read' && [...found.bytes]).toEqual([...bytes]);
    });

    it('keeps five megabytes', async () => {
      const { blobs } = (await open()).store;
      const large = new Uint8Array(LARGE).fill(7);
      const found = await blobs.read(await blobs.keep(c1, large));
      expect(found.kind === 'read' && Buffer.compare(found.bytes, large)).toBe(0);
    });

    it('has nothing under a hash nobody kept', async () => {
      expect(await (await open()).store.blobs.read(HASH)).toEqual({ kind: 'missing' });
    });

    it('removes them with the events that came after they were kept', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], { after: 0 });
      await store.blobs.keep(c1, bytes);
      await store.log.append(c1, [message('b'), pruned(c1, 2)], { after: 1 });
      await store.retention.removePruned(c1);
      expect(await store.blobs.read(HASH)).toEqual({ kind: 'missing' });
    });

    it('keeps them for another conversation that kept the same', async () => {
      const { store } = await open();
      await store.blobs.keep(c1, bytes);
      await store.blobs.keep(c2, bytes);
      await store.log.append(c1, [message('a'), pruned(c1, 1)], { after: 0 });
      await store.retention.removePruned(c1);
      expect(await store.blobs.read(HASH)).toMatchObject({ kind: 'read' });
    });

    it('keeps what was kept again after the tombstone', async () => {
      const { store } = await open();
      await store.blobs.keep(c1, bytes);
      await store.log.append(c1, [message('a'), pruned(c1, 1)], { after: 0 });
      await store.blobs.keep(c1, bytes);
      await store.retention.removePruned(c1);
      expect(await store.blobs.read(HASH)).toMatchObject({ kind: 'read' });
    });

    it('keeps the newest of one conversation, whatever others have', async () => {
      const { store } = await open();
      const nth = (n: number) => Uint8Array.from([1, n]);
      const hashes: string[] = [];
      for (let n = 0; n < BLOBS_PER_CONVERSATION + 2; n += 1) {
        await store.log.append(c1, [message(`m${n}`)], { after: n });
        hashes.push(await store.blobs.keep(c1, nth(n)));
        if (n === 0) await store.blobs.keep(c2, nth(0));
      }
      const kinds = await Promise.all(hashes.map(async (hash) => (await store.blobs.read(hash)).kind));
      expect(kinds).toEqual(['read', 'missing', ...kinds.slice(2).map(() => 'read')]);
    });

    it('keeps what was just kept, though as much was kept before without anything new in the log', async () => {
      const { store } = await open();
      const kinds: string[] = [];
      for (let n = 0; n < 2 * BLOBS_PER_CONVERSATION; n += 1) {
        const hash = await store.blobs.keep(c1, Uint8Array.from([2, n]));
        kinds.push((await store.blobs.read(hash)).kind);
      }
      expect(kinds.filter((kind) => kind !== 'read')).toEqual([]);
    });

    it('survives that many keep and remove the same at once', async () => {
      const { store } = await open();
      await store.log.append(c1, [message('a')], { after: 0 });
      await store.blobs.keep(c1, bytes);
      await store.log.append(c1, [pruned(c1, 1)], { after: 1 });
      await Promise.all([
        store.blobs.keep(c2, bytes),
        store.retention.removePruned(c1),
        store.blobs.keep(c2, bytes),
        store.retention.removePruned(c1),
      ]);
      expect(await store.blobs.read(HASH)).toMatchObject({ kind: 'read' });
    });
  });
}
