import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePrune, type Pruned } from '../../../src/conversation/prune.ts';
import { makeConversations } from '../../../src/conversation/reader.ts';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { type ConversationId, conversationId } from '../../../src/domain/ids.ts';
import { type SignedTombstone, type Tombstone, tombstoneBytesV1 } from '../../../src/domain/tombstone.ts';
import type { Store } from '../../../src/ports/store.ts';
import { nextCheckpoint } from '../../../src/store/audit/checkpoint.ts';
import { verifyAll, verifyConversation } from '../../../src/store/audit/verify.ts';
import { chainHash } from '../../../src/store/chain.ts';
import { encodeEvent } from '../../../src/store/codec/encode.ts';
import { asked, decision, message } from '../../support/store-events.ts';
import { makeKeys } from '../../support/store-keys.ts';
import { openForTest, temporaryDatabase } from '../../support/store-sqlite.ts';
import { tamper } from '../../support/store-tampering.ts';

const DAY_MS = 86_400_000;
const START = 1_700_000_000_000;
const c1 = conversationId('c1');
const keys = makeKeys();
const { signer, verifier } = keys;

/** Everything that a database keeps on the disk. */
const bytesOf = (path: string): string =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(basename(path)))
    .map((name) => readFileSync(join(dirname(path), name), 'latin1'))
    .join();

const heard = (text: string) => ({ ...message(text), addressed: false });
const decided = { type: 'approval.decided', signed: keys.signDecision(decision('a1', 'approve')) } as const;

type Story = readonly ('say' | 'ask' | 'decide' | 'grant')[];

/** What a conversation's log has when this happened in it. */
function eventsOf(conversation: ConversationId, story: Story): readonly DomainEvent[] {
  const pending: string[] = [];
  return story.flatMap((entry, i): readonly DomainEvent[] => {
    const id = `${conversation}-${i}`;
    const signed = (approval: string, remember: boolean): DomainEvent => ({
      type: 'approval.decided',
      signed: keys.signDecision(
        decision(approval, remember ? 'approve-and-remember' : 'approve', {
          conversation,
          grantExpiresAt: remember ? Number.MAX_SAFE_INTEGER : null,
        }),
      ),
    });
    if (entry === 'grant') return [asked(id), signed(id, true)];
    const oldest = entry === 'decide' ? pending.shift() : undefined;
    if (oldest !== undefined) return [signed(oldest, false)];
    if (entry === 'ask') pending.push(id);
    return [entry === 'ask' ? asked(id) : heard(id)];
  });
}

/** Whether something in it waits for a person, or still holds. */
function isOpen(story: Story): boolean {
  let pending = 0;
  for (const entry of story)
    pending = entry === 'ask' ? pending + 1 : entry === 'decide' ? Math.max(0, pending - 1) : pending;
  return pending > 0 || story.includes('grant');
}

/** Prunes everything that is older than a day, a year from the start. */
function pruneOld(store: Store, dryRun = false): Promise<Pruned> {
  const conversations = makeConversations(store.log);
  const clock = { now: () => START + 365 * DAY_MS };
  return makePrune({ conversations, retention: store.retention, signer, clock })({ olderThanMs: DAY_MS, dryRun });
}

async function checkpointOf(store: Store): Promise<readonly string[]> {
  const line = await nextCheckpoint({ chain: store.chain, signer, now: () => START, flush: () => store.check() }, null);
  return line === null ? [] : [line];
}

/** A pruned, closed database of one conversation, and a checkpoint of before. */
async function prunedDatabase() {
  const path = temporaryDatabase();
  const store = await openForTest(path, () => START);
  await store.log.append(c1, [heard('the secret of the lake'), asked('a1'), decided, heard('b')], { after: 0 });
  const checkpoints = await checkpointOf(store);
  await pruneOld(store);
  await store.close();
  return { path, checkpoints };
}

async function audited(path: string, checkpoints: readonly string[] = []) {
  const store = await openForTest(path, () => START);
  const report = await verifyAll(store.chain, { verifier, checkpoints });
  await store.close();
  return report;
}

describe('a pruned log', () => {
  it('verifies, with the checkpoints of before, and says what was pruned and when', async () => {
    const { path, checkpoints } = await prunedDatabase();
    expect(await audited(path, checkpoints)).toMatchObject({
      events: 1,
      signatures: 1,
      findings: [],
      pruned: [{ conversation: c1, upTo: 4, at: START + 365 * DAY_MS }],
    });
  });

  it('verifies when a conversation is looked at alone', async () => {
    const { path } = await prunedDatabase();
    const store = await openForTest(path);
    expect((await verifyConversation(store.chain, c1, { verifier })).findings).toEqual([]);
  });

  it('verifies while the removal is not through', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path, () => START);
    await store.log.append(c1, [heard('a'), heard('b')], { after: 0 });
    await pruneOld({ ...store, retention: { ...store.retention, removePruned: async () => 0 } });
    expect(await verifyAll(store.chain, { verifier })).toMatchObject({ events: 3, findings: [], pruned: [] });
    expect(await pruneOld(store)).toEqual({ conversations: 1, events: 3, kept: 0 });
    expect(await verifyAll(store.chain, { verifier })).toMatchObject({ events: 1, findings: [] });
  });

  it('still verifies when the conversation goes on and is pruned again', async () => {
    const store = await openForTest(':memory:', () => START);
    await store.log.append(c1, [heard('a'), heard('b')], { after: 0 });
    await pruneOld(store);
    await store.log.append(c1, [heard('c')], { after: 3 });
    const checkpoints = await checkpointOf(store);
    expect(await pruneOld(store)).toEqual({ conversations: 1, events: 2, kept: 0 });
    expect(await verifyAll(store.chain, { verifier, checkpoints })).toMatchObject({ events: 1, findings: [] });
  });

  it('verifies before and after, whatever was said and asked, and nothing open is touched', async () => {
    const entry = fc.constantFrom('say', 'ask', 'decide', 'grant');
    const world = fc.array(fc.array(entry, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(world, async (stories) => {
        const store = await openForTest(':memory:', () => START);
        const before = new Map<ConversationId, number>();
        for (const [i, story] of stories.entries()) {
          const id = conversationId(`c${i}`);
          const events = eventsOf(id, story);
          await store.log.append(id, events, { after: 0 });
          before.set(id, events.length);
        }
        const checkpoints = await checkpointOf(store);
        expect((await verifyAll(store.chain, { verifier, checkpoints })).findings).toEqual([]);
        const dry = await pruneOld(store, true);
        const { conversations } = await pruneOld(store);
        expect(dry).toEqual({ conversations, events: 0, kept: 0 });
        expect((await verifyAll(store.chain, { verifier, checkpoints })).findings).toEqual([]);
        for (const [i, story] of stories.entries()) {
          const id = conversationId(`c${i}`);
          const left = await store.log.read(id);
          expect(left).toHaveLength(isOpen(story) ? (before.get(id) ?? 0) : 1);
        }
        await store.close();
      }),
      { numRuns: 60 },
    );
  });

  it('has none of the removed words in its file', async () => {
    const path = temporaryDatabase();
    const store = await openForTest(path, () => START);
    const word = 'the secret of the lake';
    await store.log.append(c1, [heard(word), heard(`${word} ${'x'.repeat(20_000)}`)], { after: 0 });
    await store.close();
    expect(bytesOf(path)).toContain(word);
    const again = await openForTest(path, () => START);
    await pruneOld(again);
    await again.close();
    expect(bytesOf(path)).not.toContain(word);
  });
});

/** Replaces a conversation by a tombstone the way someone with the file and a SQL prompt can. */
function bury(path: string, conversation: ConversationId, signed: SignedTombstone, andThen = ''): void {
  tamper(path, '');
  const db = new Database(path);
  const key = db.prepare<[string], number>('SELECT key FROM conversations WHERE id = ?').pluck().get(conversation) ?? 0;
  const encoded = encodeEvent({ type: 'conversation.pruned', signed });
  const seq = signed.tombstone.upTo + 1;
  const hash = chainHash(signed.tombstone.hash, { seq, at: START, ...encoded });
  db.prepare('DELETE FROM events WHERE conversation = ? AND seq <= ?').run(key, seq);
  db.prepare('INSERT INTO events (conversation, seq, at, type, version, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    key,
    seq,
    START,
    encoded.type,
    encoded.version,
    encoded.body,
    hash,
  );
  db.prepare('UPDATE conversations SET seq = max(seq, ?), hash = ? WHERE key = ?').run(seq, hash, key);
  db.exec(andThen);
  db.close();
}

/** A closed database of two conversations at rest; a checkpoint; and the tombstone each of them would get. */
async function untouchedDatabase() {
  const path = temporaryDatabase();
  const store = await openForTest(path, () => START);
  const c2 = conversationId('c2');
  for (const id of [c1, c2]) await store.log.append(id, [heard('a'), heard('b'), heard('c')], { after: 0 });
  const checkpoints = await checkpointOf(store);
  const heads = await store.chain.heads();
  await store.close();
  const tombstone = (conversation: ConversationId, change: Partial<Tombstone> = {}): Tombstone => {
    const head = heads.find((one) => one.conversation === conversation);
    const { seq: upTo = 0, hash = '' } = head ?? {};
    return { conversation, upTo, hash, lastWrittenAt: START, prunedAt: START, tainted: false, ...change };
  };
  return { path, checkpoints, c2, tombstone };
}

async function signedBy(by: ReturnType<typeof makeKeys>, tombstone: Tombstone): Promise<SignedTombstone> {
  const signature = await by.signer.sign(tombstoneBytesV1(by.signer.kid, tombstone));
  return { version: 1, tombstone, signature };
}

describe('a tombstone', () => {
  it('of ours is believed', async () => {
    const { path, checkpoints, tombstone } = await untouchedDatabase();
    bury(path, c1, await signedBy(keys, tombstone(c1)));
    expect((await audited(path, checkpoints)).findings).toEqual([]);
  });

  it('signed with a key nobody knows is refused', async () => {
    const { path, tombstone } = await untouchedDatabase();
    bury(path, c1, await signedBy(makeKeys('k2'), tombstone(c1)));
    expect((await audited(path)).findings).toEqual([
      { kind: 'bad-signature', conversation: c1, seq: 4, because: 'unknown-key' },
    ]);
  });

  it.each<[string, Partial<Tombstone>]>([
    ['hash', { hash: 'f'.repeat(64) }],
    ['time of the last event', { lastWrittenAt: 1 }],
    ['time', { prunedAt: START + 1 }],
    ['taint', { tainted: true }],
  ])('whose %s was changed is refused', async (_, change) => {
    const { path, tombstone } = await untouchedDatabase();
    const { signature } = await signedBy(keys, tombstone(c1));
    bury(path, c1, { version: 1, tombstone: tombstone(c1, change), signature });
    expect((await audited(path)).findings).toEqual([
      { kind: 'bad-signature', conversation: c1, seq: 4, because: 'bad-signature' },
    ]);
  });

  it('of another conversation is refused', async () => {
    const { path, c2, tombstone } = await untouchedDatabase();
    bury(path, c2, await signedBy(keys, tombstone(c1)));
    expect((await audited(path)).findings).toEqual([
      { kind: 'broken-chain', conversation: c2, seq: 1 },
      { kind: 'bad-signature', conversation: c2, seq: 4, because: 'other-conversation' },
    ]);
  });

  it('that was moved to bury more than it did is refused', async () => {
    const { path, tombstone } = await untouchedDatabase();
    const signed = await signedBy(keys, tombstone(c1, { upTo: 2 }));
    bury(path, c1, signed, `UPDATE events SET seq = 4 WHERE type = 'conversation.pruned'`);
    expect((await audited(path)).findings).toContainEqual({ kind: 'broken-chain', conversation: c1, seq: 1 });
  });

  it('that buries something else than the checkpoint has on record is found out', async () => {
    const { path, checkpoints, tombstone } = await untouchedDatabase();
    bury(path, c1, await signedBy(keys, tombstone(c1, { hash: 'f'.repeat(64) })));
    expect((await audited(path, checkpoints)).findings).toEqual([{ kind: 'rewritten', conversation: c1, seq: 3 }]);
  });

  it('is needed: events removed without one are named', async () => {
    const { path } = await prunedDatabase();
    tamper(path, `DELETE FROM events WHERE type = 'conversation.pruned'`);
    expect((await audited(path)).findings).toEqual([{ kind: 'missing-tail', conversation: c1, seq: 1 }]);
  });
});
