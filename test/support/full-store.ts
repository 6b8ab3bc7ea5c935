import { conversationId } from '../../src/domain/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import { blobHash } from '../../src/store/blob-hash.ts';
import { asked, message, remembered, turnStarted } from './store-events.ts';

export const c1 = conversationId('T1:C1:1.1');
export const c2 = conversationId('T1:C2:2.2');
/** Events of the second conversation: more than one page of whoever copies them. */
export const MANY = 1_200;
export const LEASE_MS = 60_000;
export const picture = Uint8Array.from([137, 80, 0, 255]);

/** Something of everything that is kept. */
export async function fill(store: Store): Promise<void> {
  const later = Date.now() + 3_600_000;
  await store.log.append(c1, [message('hello'), turnStarted(), asked('a1'), asked('a2'), remembered('a2', later)], {
    after: 0,
  });
  await store.log.append(
    c2,
    Array.from({ length: MANY }, (_, i) => message(`ä "${i}" \ud800 \u0000`)),
    { after: 0 },
  );
  await store.inbox.store({ key: 'e1', kind: 'event', body: '{"n":1}', receivedAt: 1 });
  await store.inbox.store({ key: 'e2', kind: 'event', body: '{"n":2}', receivedAt: 2 });
  await store.inbox.done('e1');
  await store.outbox.owe(c1, 'card:a1');
  await store.openStreams.remember({ key: 'answer:t1', conversation: c1, body: '{}' });
  await store.blobs.keep(c1, picture);
  await store.installations.put({ kind: 'workspace', team: 'T1', enterprise: 'E1' }, 'sealed-1');
  await store.installations.put({ kind: 'organisation', enterprise: 'E1' }, 'sealed-2');
  await store.installations.noteMember('T2', 'E1');
  await store.preferences.chooseCardRoute({ team: 'T1', user: 'U1' }, 'direct');
}

/** All of it, as the ports tell it. What is owed is taken: another look has to wait for the lease. */
export async function everythingIn(store: Store) {
  return {
    one: await store.log.read(c1),
    two: await store.log.read(c2),
    heads: await store.chain.heads(),
    inbox: await store.inbox.pending(10),
    outbox: (await store.outbox.take(10, LEASE_MS)).map(({ key, conversation }) => ({ key, conversation })),
    streams: await store.openStreams.list(),
    pending: await store.index.pendingIn('T1', 10),
    blob: await store.blobs.read(blobHash(picture)),
    installations: await store.installations.all(),
    members: await store.installations.membersOf('E1'),
    direct: await store.preferences.whoChoseDirect(['U1']),
    grants: await store.index.grantsOf({ team: 'T1', user: 'U1' }, 10),
  };
}
