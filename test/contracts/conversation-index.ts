import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { approvalId, conversationId, requestId } from '../../src/domain/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import { anElicitation } from '../support/elicitations.ts';
import { ann, asked, bob, decided, message, remembered, revoked, turnStarted } from '../support/store-events.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const elicited = (id: string): DomainEvent => ({
  type: 'elicitation.asked',
  asked: anElicitation({ approvalId: approvalId(id) }),
});
/** Milliseconds: later than any test's clock. */
const FAR = 9_000_000_000_000;

async function write(store: Store, conversation: typeof c1, ...events: readonly DomainEvent[]): Promise<void> {
  const after = (await store.log.read(conversation)).length;
  const { kind } = await store.log.append(conversation, events, { after });
  if (kind !== 'appended') throw new Error(`the append was answered with ${kind}`);
}

const idsOf = (found: readonly { readonly approvalId: string }[]) => found.map((one) => one.approvalId);

/** What every `ConversationIndex` keeps to. */
export function conversationIndexContract(open: OpenStore): void {
  describe('conversation index', () => {
    it('finds the conversation a question was asked in', async () => {
      const { store } = await open();
      await write(store, c2, asked('a1'));
      expect(await store.index.conversationOf(approvalId('a1'))).toBe(c2);
    });

    it('finds nothing for a question nobody asked', async () => {
      const { store } = await open();
      await write(store, c1, asked('a1'));
      expect(await store.index.conversationOf(approvalId('a2'))).toBeNull();
      expect(await store.index.conversationOf(approvalId(`' OR ''='`))).toBeNull();
    });

    it('lists the conversations under a prefix in which something is open', async () => {
      const { store } = await open();
      const [asking, granted, due, quiet, elsewhere] = ['T1:a', 'T1:b', 'T1:c', 'T1:d', 'T10:a'].map(conversationId);
      if (!asking || !granted || !due || !quiet || !elsewhere) throw new Error('unreachable');
      await write(store, asking, asked('a1'));
      await write(store, granted, asked('a2'), remembered('a2', FAR));
      await store.work.wake(due);
      await write(store, quiet, asked('a3'), decided('a3'));
      await write(store, elsewhere, asked('a4'));
      expect(await store.index.openUnder('T1:', 'T1:', 10)).toEqual([asking, granted, due]);
      expect(await store.index.openUnder('T1:', asking, 1)).toEqual([granted]);
    });

    it('lists the questions of servers that were asked since a time, newest first, and no others', async () => {
      const { store, now, advance } = await open();
      await write(store, c1, elicited('e0'));
      await advance(1_000);
      const since = await now();
      await advance(1_000);
      await write(store, c1, asked('a1'), elicited('e1'));
      await advance(1_000);
      await write(store, c2, elicited('e2'));
      expect(idsOf(await store.index.elicitedSince('T1', since, 10))).toEqual(['e2', 'e1']);
      expect(idsOf(await store.index.elicitedSince('T1', since, 1))).toEqual(['e2']);
      expect(await store.index.elicitedSince('T2', since, 10)).toEqual([]);
    });

    it('counts work under way as something open', async () => {
      const { store } = await open();
      const busy = conversationId('T1:a');
      await store.work.wake(busy);
      await store.work.claim('w', 60_000);
      expect(await store.index.openUnder('T1:', 'T1:', 10)).toEqual([busy]);
    });

    it('still finds a question that was settled', async () => {
      const { store } = await open();
      await write(store, c1, asked('a1'), decided('a1'));
      expect(await store.index.conversationOf(approvalId('a1'))).toBe(c1);
    });

    it('lists pending questions of a workspace, oldest first and no more than asked for', async () => {
      const { store, advance } = await open();
      for (const id of ['a3', 'a1', 'a2']) {
        await write(store, id === 'a1' ? c2 : c1, asked(id));
        await advance(10);
      }
      await write(store, c1, asked('b1', { principal: { team: 'T2', user: 'U9' } }));
      expect(await store.index.pendingIn('T1', 2)).toEqual([
        { approvalId: 'a3', conversation: c1 },
        { approvalId: 'a1', conversation: c2 },
      ]);
      expect(idsOf(await store.index.pendingIn('T2', 10))).toEqual(['b1']);
    });

    const a1 = approvalId('a1');
    it.each<[string, DomainEvent]>([
      ['approved', decided('a1', 'approve')],
      ['denied', decided('a1', 'deny')],
      ['expired', { type: 'approval.expired', approvalId: a1 }],
      ['superseded', { type: 'approval.superseded', approvalId: a1, messageId: 'm' }],
      ['cancelled', { type: 'approval.cancelled', approvalId: a1, by: ann, because: 'stopped' }],
    ])('moves a question that was %s from the pending to the settled ones', async (_, event) => {
      const { store } = await open();
      await write(store, c1, asked('a1'), asked('a2'));
      await write(store, c1, event);
      expect(idsOf(await store.index.pendingIn('T1', 10))).toEqual(['a2']);
      expect(idsOf(await store.index.settledIn('T1', 10))).toEqual(['a1']);
    });

    it('lists settled questions newest first', async () => {
      const { store, advance } = await open();
      await write(store, c1, asked('a1'), asked('a2'), asked('a3'));
      for (const id of ['a2', 'a3', 'a1']) {
        await advance(10);
        await write(store, c1, decided(id));
      }
      expect(idsOf(await store.index.settledIn('T1', 2))).toEqual(['a1', 'a3']);
    });

    it('keeps the first settling of a question', async () => {
      const { store, advance } = await open();
      await write(store, c1, asked('a1'), asked('a2'), decided('a1'));
      await advance(10);
      await write(store, c1, decided('a2'));
      await advance(10);
      await write(store, c1, { type: 'approval.expired', approvalId: a1 });
      expect(idsOf(await store.index.settledIn('T1', 10))).toEqual(['a2', 'a1']);
    });

    it('lets no other conversation settle a question', async () => {
      const { store } = await open();
      await write(store, c1, asked('a1'));
      await write(store, c2, decided('a1'));
      expect(idsOf(await store.index.pendingIn('T1', 10))).toEqual(['a1']);
    });

    it('lists the question whether a tool ran until it is answered', async () => {
      const { store } = await open();
      const question = { approvalId: approvalId('q1'), requestId: requestId('r1') };
      await write(store, c1, message('hi'), turnStarted());
      await write(store, c1, { type: 'outcome.questioned', ...question, toolName: 'shop.refund' });
      expect(await store.index.pendingIn('T1', 10)).toEqual([{ approvalId: 'q1', conversation: c1 }]);
      await write(store, c1, { type: 'outcome.answered', ...question, answer: 'ran', by: ann });
      expect(await store.index.pendingIn('T1', 10)).toEqual([]);
      expect(await store.index.conversationOf(question.approvalId)).toBe(c1);
    });

    it('lists the grants a person holds until they expire', async () => {
      const { store, now, advance } = await open();
      await write(store, c1, asked('a1'), remembered('a1', (await now()) + 60_000));
      expect(await store.index.grantsOf(ann, 10)).toEqual([{ approvalId: 'a1', conversation: c1 }]);
      expect(await store.index.grantsOf(bob, 10)).toEqual([]);
      expect(await store.index.grantsOf({ team: 'T2', user: ann.user }, 10)).toEqual([]);
      await advance(60_000);
      expect(await store.index.grantsOf(ann, 10)).toEqual([]);
    });

    it('drops a grant that was revoked', async () => {
      const { store, now } = await open();
      await write(store, c1, asked('a1'), remembered('a1', (await now()) + 60_000));
      await write(store, c1, revoked('a1'));
      expect(await store.index.grantsOf(ann, 10)).toEqual([]);
    });

    it('is no grant when an approval is not to be remembered', async () => {
      const { store } = await open();
      await write(store, c1, asked('a1'), decided('a1', 'approve'));
      expect(await store.index.grantsOf(ann, 10)).toEqual([]);
    });

    it('is the same after it was derived again from the logs', async () => {
      const { store, now, advance } = await open();
      await write(store, c1, message('hi'), turnStarted(), asked('a1'), asked('a2'), asked('a3'));
      await advance(10);
      await write(store, c1, remembered('a1', (await now()) + 60_000), remembered('a2', (await now()) + 60_000));
      await write(store, c1, revoked('a2'));
      await write(store, c2, turnStarted(1, bob), asked('b1', { principal: bob }));
      const question = { approvalId: approvalId('q1'), requestId: requestId('r1') };
      await write(store, c2, { type: 'outcome.questioned', ...question, toolName: 'shop.refund' });
      const everything = async () => ({
        pending: await store.index.pendingIn('T1', 10),
        settled: await store.index.settledIn('T1', 10),
        grants: await store.index.grantsOf(ann, 10),
      });
      const before = await everything();
      expect(before.pending).toHaveLength(3);
      expect(await store.rebuildIndex()).toBe(11);
      expect(await everything()).toEqual(before);
    });
  });
}
