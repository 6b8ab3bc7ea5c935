import { Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { exportLog, verifyExport } from '../../../src/store/audit/export.ts';
import type { AuditFinding } from '../../../src/store/audit/finding.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { asked, decision, message } from '../../support/store-events.ts';
import { makeKeys } from '../../support/store-keys.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const keys = makeKeys();

async function exported(fill: (store: Awaited<ReturnType<typeof openSqliteStore>>) => Promise<unknown>) {
  const store = await openSqliteStore({ path: ':memory:', now: Date.now });
  await fill(store);
  const chunks: string[] = [];
  await exportLog(
    store.chain,
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        done();
      },
    }),
  );
  await store.close();
  return chunks.join('').trimEnd().split('\n');
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describe('an exported log', () => {
  let lines: readonly string[] = [];
  beforeAll(async () => {
    lines = await exported(async (store) => {
      const signed = keys.signDecision(decision('a1', 'approve'));
      await store.log.append(c1, [message('a\u0000\ud800'), asked('a1')], { after: 0 });
      await store.log.append(c2, [message('x'), message('y')], { after: 0 });
      await store.log.append(c1, [{ type: 'approval.decided', signed }], { after: 2 });
    });
  });

  const findingsIn = async (changed: readonly string[]): Promise<readonly AuditFinding[]> =>
    (await verifyExport(each(changed), { verifier: keys.verifier })).findings;

  it('verifies without the database', async () => {
    expect(await verifyExport(each(lines), { verifier: keys.verifier })).toMatchObject({
      events: 5,
      conversations: 2,
      signatures: 1,
      findings: [],
    });
  });

  it('names an event that was edited', async () => {
    const edited = lines.map((line) => line.replace('\\"y\\"', '\\"yes\\"'));
    expect(await findingsIn(edited)).toEqual([{ kind: 'broken-chain', conversation: c2, seq: 2 }]);
  });

  it('names the place of a removed event, and misses it at the end', async () => {
    const removed = lines.filter((line) => !line.includes('"conversation":"c2","seq":1'));
    expect(await findingsIn(removed)).toEqual([
      { kind: 'broken-chain', conversation: c2, seq: 1 },
      { kind: 'bad-export', line: 6 },
    ]);
  });

  it.each([
    ['is cut off', (all: readonly string[]) => all.slice(0, -1), 7],
    ['is empty', () => [], 1],
    ['has no header', (all: readonly string[]) => all.slice(1), 1],
    ['has a line that is no JSON', (all: readonly string[]) => all.with(2, 'x'), 3],
    ['goes on after its end', (all: readonly string[]) => [...all, ...all.slice(1, 2)], 8],
    ['has a field too many', (all: readonly string[]) => all.with(2, (all[2] ?? '').replace('{', '{"x":1,')), 3],
  ])('is refused when it %s', async (_, change, line) => {
    expect(await findingsIn(change(lines))).toEqual([{ kind: 'bad-export', line }]);
  });

  it('goes over the limit of one page', async () => {
    const many = await exported((store) =>
      store.log.append(
        c1,
        Array.from({ length: 5_001 }, (_, i) => message(String(i))),
        { after: 0 },
      ),
    );
    expect(await verifyExport(each(many))).toMatchObject({ events: 5_001, findings: [] });
  });
});
