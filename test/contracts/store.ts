import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import { message } from '../support/store-events.ts';
import type { OpenStore } from '../support/store-under-test.ts';
import { blobsContract } from './blobs.ts';
import { chainSourceContract } from './chain-source.ts';
import { conversationIndexContract } from './conversation-index.ts';
import { eventLogContract } from './event-log.ts';
import { inboxContract } from './inbox.ts';
import { installationsContract } from './installations.ts';
import { openStreamsContract } from './open-streams.ts';
import { outboxContract } from './outbox.ts';
import { preferencesContract } from './preferences.ts';
import { retentionContract } from './retention.ts';
import { workQueueContract } from './work-queue.ts';

const c1 = conversationId('c1');

/** Every port of a store, and the store as a whole. */
export function storeContract(open: OpenStore): void {
  eventLogContract(open);
  workQueueContract(open);
  inboxContract(open);
  outboxContract(open);
  conversationIndexContract(open);
  openStreamsContract(open);
  blobsContract(open);
  installationsContract(open);
  preferencesContract(open);
  chainSourceContract(open);
  retentionContract(open);

  describe('store', () => {
    it('is ready when it can write', async () => {
      const { store } = await open();
      await expect(store.check()).resolves.toBeUndefined();
    });

    it('keeps what was handed over before it is closed', async () => {
      const { store } = await open();
      const appended = store.log.append(c1, [message('a')], { after: 0 });
      await store.close();
      expect(await appended).toMatchObject({ kind: 'appended' });
    });

    it('refuses to read, write or be ready after it was closed', async () => {
      const { store } = await open();
      await store.close();
      const closed = { code: 'store-closed' };
      await expect(store.log.read(c1)).rejects.toMatchObject(closed);
      await expect(store.log.append(c1, [], { after: 0 })).rejects.toMatchObject(closed);
      await expect(store.work.claim('w', 1_000)).rejects.toMatchObject(closed);
      await expect(store.check()).rejects.toMatchObject(closed);
    });

    it('can be closed twice', async () => {
      const { store } = await open();
      await store.close();
      await expect(store.close()).resolves.toBeUndefined();
    });
  });
}
