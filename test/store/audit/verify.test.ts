import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { approvalId, conversationId } from '../../../src/domain/ids.ts';
import type { Store } from '../../../src/ports/store.ts';
import { nextCheckpoint } from '../../../src/store/audit/checkpoint.ts';
import type { AuditReport } from '../../../src/store/audit/finding.ts';
import { type AuditOptions, verifyAll, verifyConversation } from '../../../src/store/audit/verify.ts';
import { asked, decision, message } from '../../support/store-events.ts';
import { makeKeys } from '../../support/store-keys.ts';
import { openForTest, temporaryDatabase } from '../../support/store-sqlite.ts';
import { tamper, tamperAndRechain } from '../../support/store-tampering.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const keys = makeKeys();
const { verifier } = keys;

const approval: DomainEvent = { type: 'approval.decided', signed: keys.signDecision(decision('a1', 'approve')) };
const revocation: DomainEvent = {
  type: 'grant.revoked',
  signed: keys.signRevocation({
    conversation: c1,
    grant: approvalId('a1'),
    by: { team: 'T1', user: 'U1' },
    at: 1,
    nonce: 'n',
  }),
};

async function fill(store: Store): Promise<void> {
  await store.log.append(c1, [message('a'), asked('a1'), approval], { after: 0 });
  await store.log.append(c2, [message('x'), message('y'), message('z')], { after: 0 });
  await store.log.append(c1, [revocation, message('b')], { after: 3 });
}

const partsOf = (store: Store) => ({
  chain: store.chain,
  signer: keys.signer,
  now: Date.now,
  flush: () => store.check(),
});

/** A filled, closed database, and the lines of its checkpoint file. */
async function filledDatabase(): Promise<{ readonly path: string; readonly checkpoints: readonly string[] }> {
  const path = temporaryDatabase();
  const store = await openForTest(path);
  await fill(store);
  const line = await nextCheckpoint(partsOf(store), null);
  await store.close();
  return { path, checkpoints: line === null ? [] : [line] };
}

async function audit(path: string, options: AuditOptions = { verifier }): Promise<AuditReport> {
  const store = await openForTest(path);
  const report = await verifyAll(store.chain, options);
  await store.close();
  return report;
}

const eventAt = (conversation: string, seq: number): string =>
  `conversation = (SELECT key FROM conversations WHERE id = '${conversation}') AND seq = ${seq}`;

describe('verifying a log', () => {
  it('finds nothing in an untouched one', async () => {
    const { path, checkpoints } = await filledDatabase();
    expect(await audit(path, { verifier, checkpoints })).toEqual({
      events: 8,
      conversations: 2,
      signatures: 2,
      checkpoints: 1,
      pruned: [],
      findings: [],
      more: 0,
    });
  });

  it('finds nothing in an empty one', async () => {
    const store = await openForTest(':memory:');
    expect(await verifyAll(store.chain)).toMatchObject({ events: 0, findings: [] });
  });

  it.each([
    ['body', `body = replace(body, '"y"', '"yes"')`],
    ['time', 'at = at + 1'],
    ['type', `type = 'taint.cleared'`],
    ['version', 'version = 2'],
    ['hash', `hash = replace(hash, substr(hash, 1, 1), 'g')`],
  ])('names an event whose %s was edited', async (_, change) => {
    const { path } = await filledDatabase();
    tamper(path, `UPDATE events SET ${change} WHERE ${eventAt('c2', 2)}`);
    expect((await audit(path, {})).findings).toEqual([{ kind: 'broken-chain', conversation: c2, seq: 2 }]);
  });

  it('names the place of a deleted event', async () => {
    const { path } = await filledDatabase();
    tamper(path, `DELETE FROM events WHERE ${eventAt('c2', 2)}`);
    expect((await audit(path)).findings).toEqual([{ kind: 'broken-chain', conversation: c2, seq: 2 }]);
  });

  it('names the first of two swapped events', async () => {
    const { path } = await filledDatabase();
    tamper(
      path,
      `UPDATE events SET seq = 99 WHERE ${eventAt('c2', 1)};
       UPDATE events SET seq = 1 WHERE ${eventAt('c2', 2)};
       UPDATE events SET seq = 2 WHERE ${eventAt('c2', 99)};`,
    );
    expect((await audit(path)).findings).toEqual([{ kind: 'broken-chain', conversation: c2, seq: 1 }]);
  });

  it('names an event that was moved to another conversation', async () => {
    const { path } = await filledDatabase();
    tamper(
      path,
      `DELETE FROM events WHERE ${eventAt('c2', 1)};
       UPDATE events SET conversation = (SELECT key FROM conversations WHERE id = 'c2') WHERE ${eventAt('c1', 1)};`,
    );
    const { findings } = await audit(path);
    expect(findings).toContainEqual({ kind: 'broken-chain', conversation: c2, seq: 1 });
    expect(findings).toContainEqual({ kind: 'broken-chain', conversation: c1, seq: 1 });
  });

  it('names the first event of a removed tail', async () => {
    const { path } = await filledDatabase();
    tamper(path, `DELETE FROM events WHERE ${eventAt('c2', 2)}; DELETE FROM events WHERE ${eventAt('c2', 3)};`);
    expect((await audit(path)).findings).toEqual([{ kind: 'missing-tail', conversation: c2, seq: 2 }]);
  });

  it('finds a tail removed with its record by the checkpoint', async () => {
    const { path, checkpoints } = await filledDatabase();
    tamperAndRechain(path, `DELETE FROM events WHERE ${eventAt('c2', 3)}`);
    expect((await audit(path)).findings).toEqual([]);
    expect((await audit(path, { verifier, checkpoints })).findings).toEqual([
      { kind: 'missing-tail', conversation: c2, seq: 3 },
    ]);
  });

  it('finds a conversation removed with all its records by the checkpoint', async () => {
    const { path, checkpoints } = await filledDatabase();
    const ofC2 = `= (SELECT key FROM conversations WHERE id = 'c2')`;
    tamper(path, `DELETE FROM events WHERE conversation ${ofC2}; DELETE FROM conversations WHERE key ${ofC2};`);
    expect((await audit(path, { verifier, checkpoints })).findings).toEqual([
      { kind: 'missing-tail', conversation: c2, seq: 1 },
    ]);
  });

  it('finds an edit with a chain made whole again by the checkpoint', async () => {
    const { path, checkpoints } = await filledDatabase();
    tamperAndRechain(path, `UPDATE events SET body = replace(body, '"y"', '"yes"') WHERE ${eventAt('c2', 2)}`);
    expect((await audit(path)).findings).toEqual([]);
    expect((await audit(path, { verifier, checkpoints })).findings).toEqual([
      { kind: 'rewritten', conversation: c2, seq: 3 },
    ]);
  });

  it('finds a database put back to an older state by the checkpoint', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await fill(store);
    await store.backUp(`${path}.yesterday`);
    await store.log.append(c1, [message('today')], { after: 5 });
    const line = await nextCheckpoint(partsOf(store), null);
    await store.close();
    copyFileSync(`${path}.yesterday`, path);
    expect((await audit(path, { verifier, checkpoints: line === null ? [] : [line] })).findings).toEqual([
      { kind: 'missing-tail', conversation: c1, seq: 6 },
    ]);
  });

  it('finds a decision changed with a chain made whole again by its signature', async () => {
    const { path } = await filledDatabase();
    tamperAndRechain(path, `UPDATE events SET body = replace(body, '"approve"', '"deny"') WHERE ${eventAt('c1', 3)}`);
    expect((await audit(path)).findings).toEqual([
      { kind: 'bad-signature', conversation: c1, seq: 3, because: 'bad-signature' },
    ]);
  });

  it('finds a revocation that names a key nobody has', async () => {
    const { path } = await filledDatabase();
    tamperAndRechain(path, `UPDATE events SET body = replace(body, '"k1"', '"k2"') WHERE ${eventAt('c1', 4)}`);
    expect((await audit(path)).findings).toEqual([
      { kind: 'bad-signature', conversation: c1, seq: 4, because: 'unknown-key' },
    ]);
  });

  it('finds a decision that was signed for another conversation', async () => {
    const store = await openForTest(':memory:');
    await store.log.append(c2, [approval], { after: 0 });
    expect((await verifyAll(store.chain, { verifier })).findings).toEqual([
      { kind: 'bad-signature', conversation: c2, seq: 1, because: 'other-conversation' },
    ]);
  });

  it('names a signed event it cannot read', async () => {
    const { path } = await filledDatabase();
    tamperAndRechain(path, `UPDATE events SET body = '{}' WHERE ${eventAt('c1', 3)}`);
    expect((await audit(path)).findings).toEqual([{ kind: 'unreadable', conversation: c1, seq: 3 }]);
  });

  it('names only the first break of a conversation, and goes on with the others', async () => {
    const { path } = await filledDatabase();
    tamper(path, 'UPDATE events SET at = at + 1');
    expect((await audit(path)).findings).toEqual([
      { kind: 'broken-chain', conversation: c1, seq: 1 },
      { kind: 'broken-chain', conversation: c2, seq: 1 },
    ]);
  });

  it('lists a bounded number of findings and counts the rest', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path);
    await Promise.all(
      Array.from({ length: 150 }, (_, i) => store.log.append(conversationId(`c${i}`), [message('a')], { after: 0 })),
    );
    await store.close();
    tamper(path, 'UPDATE events SET at = at + 1');
    const { findings, more } = await audit(path);
    expect([findings.length, more]).toEqual([100, 50]);
  });
});

describe('verifying one conversation', () => {
  it('finds what is wrong in it and leaves the others alone', async () => {
    const { path, checkpoints } = await filledDatabase();
    tamper(path, `DELETE FROM events WHERE ${eventAt('c2', 3)}; DELETE FROM events WHERE ${eventAt('c1', 5)}`);
    const store = await openForTest(path);
    const report = await verifyConversation(store.chain, c2, { verifier, checkpoints });
    expect(report).toMatchObject({ events: 2, conversations: 1 });
    expect(report.findings).toEqual([{ kind: 'missing-tail', conversation: c2, seq: 3 }]);
  });
});
