import { expect, it, vi } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { silent } from '../../../src/ports/logger.ts';
import { checkpointedStore } from '../../../src/store/audit/checkpointed-store.ts';
import { message } from '../../support/store-events.ts';
import { openForTest } from '../../support/store-sqlite.ts';

it('writes a checkpoint at intervals, one at a time', async () => {
  let running = 0;
  let most = 0;
  let written = 0;
  const write = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    written += 1;
    return 'written' as const;
  };
  const store = checkpointedStore(await openForTest(':memory:'), write, { logger: silent, everyMs: 1 });
  await vi.waitUntil(() => written >= 3);
  await store.close();
  expect(most).toBe(1);
});

it('writes a last checkpoint while the store is still open, and only one however often it is closed', async () => {
  const inner = await openForTest(':memory:');
  let heads = 0;
  let calls = 0;
  const write = async () => {
    calls += 1;
    heads = (await inner.chain.heads()).length;
    return 'written' as const;
  };
  const store = checkpointedStore(inner, write, { logger: silent });
  await store.log.append(conversationId('c1'), [message('a')], { after: 0 });
  await Promise.all([store.close(), store.close()]);
  expect([heads, calls]).toEqual([1, 1]);
});

it('goes on when a checkpoint cannot be written, and says so', async () => {
  const logged: unknown[] = [];
  const logger = { ...silent, error: (fields: unknown) => void logged.push(fields) };
  const write = () => Promise.reject(new TypeError('/secret/path is full'));
  const store = checkpointedStore(await openForTest(':memory:'), write, { logger });
  await expect(store.close()).resolves.toBeUndefined();
  expect(logged).toEqual([{ code: 'TypeError' }]);
});
