import { describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { message } from '../../support/store-events.ts';
import { openForTest, temporaryDatabase } from '../../support/store-sqlite.ts';

const c1 = conversationId('c1');
const LONG_MS = 600_000;

/** A database whose last process held a claim and an item to deliver when it went away. */
async function leftBehind(): Promise<string> {
  const path = temporaryDatabase();
  const store = await openForTest(path);
  const owes = [{ key: 'card:a1', conversation: c1 }];
  await store.log.append(c1, [message('a')], { after: 0, wake: 'now', owes });
  expect(await store.work.claim('dead', LONG_MS)).toMatchObject({ epoch: 1 });
  expect(await store.outbox.take(1, LONG_MS)).toHaveLength(1);
  await store.close();
  return path;
}

describe('a store opened after its last process went away', () => {
  it('has what that process had claimed due at once, under a newer epoch', async () => {
    const store = await openForTest(await leftBehind());
    expect(await store.work.claim('new', LONG_MS)).toMatchObject({ conversation: c1, epoch: 2 });
  });

  it('gives out what that process was delivering, with the attempt counted', async () => {
    const store = await openForTest(await leftBehind());
    expect(await store.outbox.take(1, LONG_MS)).toMatchObject([{ key: 'card:a1', attempts: 1 }]);
  });

  it('leaves what was put off for later until then', async () => {
    const path = temporaryDatabase();
    const before = await openForTest(path);
    await before.work.wake(c1, Date.now() + LONG_MS);
    await before.close();
    expect(await (await openForTest(path)).work.claim('new', LONG_MS)).toBeNull();
  });
});
