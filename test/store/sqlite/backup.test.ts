import { existsSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { approvalId, conversationId } from '../../../src/domain/ids.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { asked, message } from '../../support/store-events.ts';
import { openForTest, temporaryDatabase } from '../../support/store-sqlite.ts';

const c1 = conversationId('c1');

describe('a backup', () => {
  it('holds everything acknowledged before it began, while writes go on', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await store.log.append(c1, [asked('a1')], { after: 0 });
    await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        store.log.append(conversationId(`before ${i}`), [message('x')], { after: 0 }),
      ),
    );
    let during = 0;
    let running = true;
    const writes = (async () => {
      for (; running && during < 10_000; during += 1) {
        await store.log.append(conversationId(`during ${during}`), [message('x'.repeat(1_000))], { after: 0 });
      }
    })();
    await store.backUp(`${path}.copy`);
    running = false;
    await writes;

    const copy = await openForTest(`${path}.copy`);
    const report = await verifyAll(copy.chain);
    expect(report.findings).toEqual([]);
    expect(report.conversations).toBeGreaterThanOrEqual(501);
    expect(await copy.index.pendingIn('T1', 10)).toEqual([{ approvalId: approvalId('a1'), conversation: c1 }]);
    expect(await copy.log.append(c1, [message('goes on')], { after: 1 })).toMatchObject({ kind: 'appended' });
  });

  it('is one file, readable for its owner only', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await store.backUp(`${path}.copy`);
    expect(statSync(`${path}.copy`).mode & 0o777).toBe(0o600);
    for (const rest of ['-wal', '-shm', '.partial']) expect(existsSync(`${path}.copy${rest}`)).toBe(false);
  });

  it('never overwrites a file', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    writeFileSync(`${path}.copy`, 'mine');
    await expect(store.backUp(`${path}.copy`)).rejects.toMatchObject({ code: 'store-unsuitable' });
  });

  it('leaves nothing behind when it cannot be written', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await expect(store.backUp(`${path}.no-such-directory/copy`)).rejects.toThrow('ENOENT');
    expect(existsSync(`${path}.no-such-directory`)).toBe(false);
  });
});
