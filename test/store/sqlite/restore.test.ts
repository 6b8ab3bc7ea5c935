import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { approvalId, conversationId } from '../../../src/domain/ids.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { restore } from '../../../src/store/sqlite/restore.ts';
import { asked, message } from '../../support/store-events.ts';
import { openForTest, temporaryDatabase, temporaryDirectory } from '../../support/store-sqlite.ts';

const c1 = conversationId('c1');
const NOW = new Date('2026-01-02T03:04:05.678Z');

/** A closed database that has gone on since its backup was taken beside the running store. */
async function backedUp(): Promise<{ readonly path: string; readonly backup: string }> {
  const path = temporaryDatabase();
  const backup = `${path}.backup`;
  const store = await openForTest(path);
  await store.log.append(c1, [asked('a1')], { after: 0 });
  const reader = openSqliteReader(path);
  await reader.backUp(backup);
  reader.close();
  await store.log.append(c1, [message('later')], { after: 1 });
  await store.close();
  return { path, backup };
}

describe('restoring a backup', () => {
  it('brings back the log and its pending questions as they were', async () => {
    const { path, backup } = await backedUp();
    await restore(backup, path, NOW);
    const store = await openForTest(path);
    expect(await store.log.read(c1)).toHaveLength(1);
    expect(await store.index.conversationOf(approvalId('a1'))).toBe(c1);
  });

  it('keeps what was there before under another name', async () => {
    const { path, backup } = await backedUp();
    const kept = await restore(backup, path, NOW);
    expect(kept).toBe(`${path}.before-2026-01-02T03-04-05-678Z`);
    expect(await (await openForTest(kept ?? '')).log.read(c1)).toHaveLength(2);
  });

  it('needs no database to be there', async () => {
    const { backup } = await backedUp();
    const path = `${temporaryDirectory()}/countersign.db`;
    expect(await restore(backup, path, NOW)).toBeNull();
    expect(await (await openForTest(path)).log.read(c1)).toHaveLength(1);
  });

  it('is refused while a process works on the database, which goes on', async () => {
    const { path, backup } = await backedUp();
    const store = await openForTest(path);
    await expect(restore(backup, path, NOW)).rejects.toMatchObject({ code: 'store-locked' });
    expect(await store.log.append(c1, [message('still here')], { after: 2 })).toMatchObject({ kind: 'appended' });
  });

  it.each([
    ['is not a database', 'x'.repeat(8_192)],
    ['is empty', ''],
  ])('is refused when the backup %s, and nothing is moved', async (_, contents) => {
    const { path } = await backedUp();
    writeFileSync(`${path}.bad`, contents);
    await expect(restore(`${path}.bad`, path, NOW)).rejects.toMatchObject({ name: 'StoreError' });
    expect(await (await openForTest(path)).log.read(c1)).toHaveLength(2);
    expect(existsSync(`${path}.before-2026-01-02T03-04-05-678Z`)).toBe(false);
  });
});

describe('a reader', () => {
  it('sees the log of a running store', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await store.log.append(c1, [message('a')], { after: 0 });
    const reader = openSqliteReader(path);
    expect((await reader.chain.heads()).map(({ seq }) => seq)).toEqual([1]);
    await store.log.append(c1, [message('b')], { after: 1 });
    expect((await reader.chain.heads()).map(({ seq }) => seq)).toEqual([2]);
    reader.close();
  });

  it('makes no database where none is', () => {
    const path = temporaryDatabase();
    expect(() => openSqliteReader(path)).toThrow(expect.objectContaining({ code: 'store-unsuitable' }));
    expect(existsSync(path)).toBe(false);
  });
});
