import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noFile } from '../../../src/store/sqlite/database-file.ts';
import { makeWriteQueue } from '../../../src/store/sqlite/write-queue.ts';

function open() {
  const db = new Database(':memory:');
  onTestFinished(() => {
    db.close();
  });
  db.exec('CREATE TABLE t (x UNIQUE)');
  const insert = db.prepare<[number]>('INSERT INTO t VALUES (?)');
  const rows = () => db.prepare('SELECT x FROM t ORDER BY x').pluck().all();
  return { db, queue: makeWriteQueue(db, noFile), rows, add: (x: number) => () => insert.run(x).changes };
}

describe('the write queue', () => {
  it('commits writes of the same turn together, in order', async () => {
    const { db, queue, add } = open();
    const inOneTransaction = () => db.inTransaction;
    const results = await Promise.all([
      queue.write('durable', add(1)),
      queue.write('relaxed', inOneTransaction),
      queue.write('durable', () => db.prepare('SELECT count(*) FROM t').pluck().get()),
    ]);
    expect(results).toEqual([1, true, 1]);
  });

  it('undoes a failing write alone', async () => {
    const { queue, rows, add } = open();
    const settled = await Promise.allSettled([
      queue.write('durable', add(1)),
      queue.write('durable', () => {
        add(2)();
        throw new Error('changed my mind');
      }),
      queue.write('durable', add(3)),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(rows()).toEqual([1, 3]);
  });

  it('undoes a failing write that is alone in its transaction', async () => {
    const { queue, rows, add } = open();
    const failing = queue.write('durable', () => {
      add(2)();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(rows()).toEqual([]);
  });

  it('keeps none of the writes of a transaction that the disk made SQLite give up', async () => {
    const { db, queue, rows, add } = open();
    const settled = await Promise.allSettled([
      queue.write('durable', add(1)),
      queue.write('durable', () => {
        // What SQLite does by itself when the disk is full.
        db.exec('ROLLBACK');
        throw new Error('the disk is full');
      }),
      queue.write('durable', add(3)),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(rows()).toEqual([]);
  });

  it('goes on after a transaction that failed', async () => {
    const { queue, rows, add } = open();
    await queue.write('durable', add(1));
    await expect(queue.write('durable', add(1))).rejects.toThrow('UNIQUE');
    await queue.write('durable', add(2));
    expect(rows()).toEqual([1, 2]);
  });

  it('commits more writes than one transaction takes', async () => {
    const { queue, rows, add } = open();
    await Promise.all(Array.from({ length: 1_000 }, (_, i) => queue.write('durable', add(i))));
    expect(rows()).toHaveLength(1_000);
  });

  it('refuses writes beyond its bound instead of growing', async () => {
    const { queue, rows, add } = open();
    const settled = await Promise.allSettled(Array.from({ length: 20_010 }, (_, i) => queue.write('durable', add(i))));
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(rows()).toHaveLength(20_000);
  });

  it('leaves full durability in force after a write that did without', async () => {
    const { db, queue, add } = open();
    const during = await queue.write('relaxed', () => db.pragma('synchronous', { simple: true }));
    expect(during).toBe(1);
    await expect(
      queue.write('relaxed', () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    await queue.write('durable', add(1));
  });
});
