import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { assertConfigured, configure, isOlder } from '../../../src/store/sqlite/connection.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { migrations } from '../../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { message } from '../../support/store-events.ts';
import { openForTest, temporaryDatabase } from '../../support/store-sqlite.ts';

const c1 = conversationId('c1');
const PAGE_BYTES = 4_096;

const opening = (path: string) => openSqliteStore({ path, now: Date.now });

/** A closed database with enough in it to have inner pages. */
async function filledDatabase(): Promise<string> {
  const path = temporaryDatabase();
  const store = await openForTest(path);
  await store.log.append(
    c1,
    Array.from({ length: 200 }, (_, i) => message(`${i} ${'x'.repeat(500)}`)),
    { after: 0 },
  );
  await store.close();
  return path;
}

function overwrite(path: string, offset: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
}

describe('opening a SQLite store', () => {
  it('finds everything again that was there before', async () => {
    const path = await filledDatabase();
    const store = await openForTest(path);
    expect(await store.log.read(c1)).toHaveLength(200);
  });

  it('keeps its files readable for their owner only', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await store.log.append(c1, [message('a')], { after: 0 });
    for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}.lock`]) {
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
    }
  });

  it('takes rights away from others on a file that had them', async () => {
    const path = temporaryDatabase();
    writeFileSync(path, '', { mode: 0o644 });
    await openForTest(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is refused while this process has it open', async () => {
    const path = temporaryDatabase();
    const first = await openForTest(path);
    await expect(opening(path)).rejects.toMatchObject({ code: 'store-locked' });
    expect(await first.log.append(c1, [message('a')], { after: 0 })).toMatchObject({ kind: 'appended' });
  });

  it('is refused while another process has it open, and granted once that was killed', async () => {
    const path = temporaryDatabase();
    const program = fileURLToPath(new URL('../../support/store-child.ts', import.meta.url));
    const child = spawn(process.execPath, [program, path, '1000000'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await expect(opening(path)).rejects.toMatchObject({ code: 'store-locked' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await openForTest(path);
    expect(await store.log.append(c1, [], { after: (await store.log.read(c1)).length })).toMatchObject({
      kind: 'appended',
    });
  });

  it('is granted again after the store was closed', async () => {
    const path = await filledDatabase();
    await (await openForTest(path)).close();
    await expect(openForTest(path)).resolves.toBeDefined();
  });

  it('leaves no lock behind when it is refused for another reason', async () => {
    const path = temporaryDatabase();
    writeFileSync(
      path,
      'This is a text, much longer than the header of a database, and no database at all. '.repeat(9),
    );
    await expect(opening(path)).rejects.toMatchObject({ code: 'store-corrupt' });
    rmSync(path);
    await expect(openForTest(path)).resolves.toBeDefined();
  });

  it('refuses a database of another program', async () => {
    const path = temporaryDatabase();
    const db = new Database(path);
    db.exec('CREATE TABLE notes (text)');
    db.close();
    await expect(opening(path)).rejects.toMatchObject({ code: 'store-unsuitable' });
  });

  it('refuses a schema of newer code', async () => {
    const path = await filledDatabase();
    const db = new Database(path);
    db.exec('INSERT INTO schema_migrations VALUES (999, 0)');
    db.close();
    await expect(opening(path)).rejects.toMatchObject({ code: 'store-newer-schema' });
  });

  it('refuses damaged pages that nothing reads at the start', async () => {
    const path = await filledDatabase();
    const pages = statSync(path).size / PAGE_BYTES;
    for (let page = Math.ceil(pages / 2); page < pages; page += 1)
      overwrite(path, page * PAGE_BYTES, Buffer.alloc(64, 0xff));
    await expect(opening(path)).rejects.toMatchObject({ code: 'store-corrupt' });
  });

  it('refuses a damaged first page', async () => {
    const path = await filledDatabase();
    overwrite(path, 0, Buffer.alloc(100, 0xff));
    await expect(opening(path)).rejects.toMatchObject({ code: 'store-corrupt' });
  });

  it('ignores what follows a damaged place in the write-ahead log, as after a torn write', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    for (let i = 0; i < 10; i += 1) await store.log.append(c1, [message(String(i))], { after: i });
    const copy = temporaryDatabase();
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    overwrite(`${copy}-wal`, statSync(`${copy}-wal`).size - PAGE_BYTES, Buffer.alloc(64, 0xff));
    const recovered = await openForTest(copy);
    const events = await recovered.log.read(c1);
    expect(events.length).toBeLessThan(10);
    expect(await recovered.log.append(c1, [message('x')], { after: events.length })).toMatchObject({
      kind: 'appended',
    });
  });
});

describe('settings', () => {
  it.each([
    ['synchronous = NORMAL'],
    ['foreign_keys = OFF'],
    ['recursive_triggers = OFF'],
    ['trusted_schema = ON'],
    ['cell_size_check = OFF'],
    ['busy_timeout = 5000'],
    ['journal_size_limit = -1'],
  ])('are refused when someone set %s', (pragma) => {
    const db = new Database(temporaryDatabase());
    configure(db);
    db.pragma(pragma);
    expect(() => assertConfigured(db)).toThrow(expect.objectContaining({ code: 'store-unsuitable' }));
    db.close();
  });

  it('stay in force after writes that need no flush', async () => {
    const store = await openForTest(temporaryDatabase());
    await store.work.wake(c1);
    const claim = await store.work.claim('worker', 1_000);
    if (claim !== null) await store.work.release(claim);
    await expect(store.check()).resolves.toBeUndefined();
  });

  it.each([
    ['3.51.2', true],
    ['3.50.9', true],
    ['2.99.99', true],
    ['3.51', true],
    ['x', true],
    ['3.51.3', false],
    ['3.54.1', false],
    ['4.0.0', false],
  ])('know whether SQLite %s is too old: %s', (version, older) => {
    expect(isOlder(version.split('.').map(Number), [3, 51, 3])).toBe(older);
  });
});

describe('migrations', () => {
  it('are numbered without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, i) => i + 1));
  });

  it('are applied once, whole or not at all', () => {
    const db = new Database(':memory:');
    const next = migrations.length + 1;
    const broken = { number: next, sql: 'CREATE TABLE halfway (x); CREATE TABLE halfway (x);' };
    migrate(db, Date.now);
    expect(() => migrate(db, Date.now, [...migrations, broken])).toThrow('already exists');
    expect(db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'halfway'`).all()).toEqual([]);
    migrate(db, Date.now, [...migrations, { number: next, sql: 'CREATE TABLE whole (x)' }]);
    expect(db.prepare('SELECT max(number) FROM schema_migrations').pluck().get()).toBe(next);
    db.close();
  });
});

describe('the log table', () => {
  it.each([['UPDATE events SET body = body'], ['DELETE FROM events'], ['REPLACE INTO events SELECT * FROM events']])(
    'refuses %s',
    async (sql) => {
      const path = await filledDatabase();
      const db = new Database(path);
      configure(db);
      expect(() => db.exec(sql)).toThrow('append-only');
      db.close();
    },
  );
});

describe('a database file that changes under a running store', () => {
  it.each([
    ['was removed', (path: string) => rmSync(path)],
    [
      'was replaced',
      (path: string) => {
        copyFileSync(path, `${path}.new`);
        renameSync(`${path}.new`, path);
      },
    ],
  ])('makes every durable write fail once it %s', async (_, change) => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await store.log.append(c1, [message('a')], { after: 0 });
    change(path);
    await expect(store.log.append(c1, [message('b')], { after: 1 })).rejects.toMatchObject({ code: 'store-replaced' });
    await expect(store.check()).rejects.toMatchObject({ code: 'store-replaced' });
  });

  it('makes the store refuse to start when it can only be read', () => {
    const path = temporaryDatabase();
    const writer = new Database(path);
    configure(writer);
    writer.close();
    const db = new Database(path, { readonly: true });
    expect(() => migrate(db, Date.now)).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY' }));
    db.close();
    expect(existsSync(path)).toBe(true);
  });
});
