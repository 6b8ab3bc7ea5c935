import { describe, expect, test } from 'vitest';
import type { Answering } from '../../src/conversation/commands.ts';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import {
  alice,
  askedRequest,
  bob,
  carol,
  conversationWith,
  directoryOf,
  here,
  pausedWith,
  profileOf,
  theApproval,
  theCard,
} from '../support/conversation.ts';

const approving = (given: Partial<Answering> = {}): Answering => ({
  approvalId: theApproval,
  person: alice,
  enterprise: null,
  card: theCard,
  answer: { kind: 'approve', note: null },
  ...given,
});

const decided = (types: readonly string[]) => types.filter((type) => type === 'approval.decided').length;

describe('decide', () => {
  test('one click by someone who may becomes one signed decision', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    expect(await it.commands.answer(approving())).toMatchObject({ kind: 'recorded' });
    const status = (await it.conversations.read(here)).approvals.approvals.get(theApproval)?.status;
    expect(status).toMatchObject({ kind: 'approved', signed: { decision: { approver: alice, decision: 'approve' } } });
  });

  test('a hundred simultaneous clicks of two people lead to one decision, and every loser is told what stands', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    const clicks = Array.from({ length: 100 }, (_, i) =>
      it.commands.answer(
        i % 2 === 0 ? approving() : approving({ person: bob, answer: { kind: 'deny', reason: null } }),
      ),
    );
    const outcomes = await Promise.all(clicks);
    expect(outcomes.filter(({ kind }) => kind === 'recorded')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'already-settled')).toHaveLength(99);
    expect(decided(await it.types())).toBe(1);
  });

  test('a click at the deadline settles the approval as expired', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    it.clock.time += 3_600_000;
    expect(await it.commands.answer(approving())).toEqual({ kind: 'already-settled', status: { kind: 'expired' } });
    expect(decided(await it.types())).toBe(0);
    expect(await it.types()).toContain('approval.expired');
  });

  test('a decision whose commit falls past the deadline is expired by the clock of the transaction', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    const sign = it.signer.sign;
    it.signer.sign = async (bytes) => {
      it.clock.time += 3_600_000;
      return await sign(bytes);
    };
    expect(await it.commands.answer(approving())).toMatchObject({ kind: 'already-settled' });
    expect(decided(await it.types())).toBe(0);
  });

  test.each([
    ['a bot', { bot: true }, 'bot'],
    ['a deactivated person', { deactivated: true }, 'deactivated'],
    ['a guest', { guest: true }, 'guest'],
    ['a stranger', { stranger: true }, 'stranger'],
  ] as const)('%s is refused, and the refusal is in the log', async (_, trait, because) => {
    const directory = directoryOf({ profile: async (person) => profileOf(person, trait) });
    const it = await conversationWith({ events: pausedWith(askedRequest()), directory });
    expect(await it.commands.answer(approving({ person: carol }))).toEqual({ kind: 'refused', because });
    expect((await it.types()).at(-1)).toBe('click.refused');
  });

  test('when people cannot be looked up, nobody decides', async () => {
    const directory = directoryOf({ profile: () => Promise.reject(new Error('down')) });
    const it = await conversationWith({ events: pausedWith(askedRequest()), directory });
    expect(await it.commands.answer(approving())).toEqual({ kind: 'refused', because: 'lookup-failed' });
  });

  test('a rule that names nobody lets nobody decide', async () => {
    const approvers = { ...requesterOnly, requester: false };
    const it = await conversationWith({ events: pausedWith(askedRequest({ approvers })) });
    expect(await it.commands.answer(approving())).toEqual({ kind: 'refused', because: 'not-an-approver' });
  });

  test('the requester may not decide where policy says so, whatever else names them', async () => {
    const approvers = { ...requesterOnly, users: ['U0ALICE'], notRequester: true };
    const it = await conversationWith({ events: pausedWith(askedRequest({ approvers })) });
    expect(await it.commands.answer(approving())).toEqual({ kind: 'refused', because: 'requester-may-not-decide' });
  });

  test('a button in any other message than the card decides nothing', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    const elsewhere = { channel: theCard.channel, message: '9.000900' };
    expect(await it.commands.answer(approving({ card: elsewhere }))).toEqual({
      kind: 'refused',
      because: 'wrong-card',
    });
  });

  test('where two must agree, the same person counts once', async () => {
    const approvers = { ...requesterOnly, channels: ['here'], quorum: 2 };
    const it = await conversationWith({ events: pausedWith(askedRequest({ approvers })) });
    expect(await it.commands.answer(approving())).toEqual({ kind: 'endorsed', have: 1, need: 2 });
    expect(await it.commands.answer(approving())).toEqual({ kind: 'refused', because: 'already-endorsed' });
    expect(await it.commands.answer(approving({ person: bob }))).toMatchObject({ kind: 'recorded' });
  });

  test('where two must agree, one permitted denial ends it', async () => {
    const approvers = { ...requesterOnly, channels: ['here'], quorum: 2 };
    const it = await conversationWith({ events: pausedWith(askedRequest({ approvers })) });
    await it.commands.answer(approving());
    await it.commands.answer(approving({ person: bob, answer: { kind: 'deny', reason: 'no' } }));
    const status = (await it.conversations.read(here)).approvals.approvals.get(theApproval)?.status;
    expect(status?.kind).toBe('denied');
  });

  test('"don\'t ask again" is refused for a tool whose approval is not cacheable', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest({ cacheable: false })) });
    const answer = { kind: 'approve-and-remember' } as const;
    expect(await it.commands.answer(approving({ answer }))).toEqual({ kind: 'refused', because: 'may-not-remember' });
  });

  test('"don\'t ask again" by someone other than the requester is refused unless policy lets approvers grant', async () => {
    const answer = { kind: 'approve-and-remember' } as const;
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    expect(await it.commands.answer(approving({ person: bob, answer }))).toMatchObject({ because: 'may-not-remember' });
    const open = await conversationWith({ events: pausedWith(askedRequest({ grantBy: 'approver' })) });
    expect(await open.commands.answer(approving({ person: bob, answer }))).toMatchObject({ kind: 'recorded' });
  });

  test('an id nobody asked about is unknown', async () => {
    const it = await conversationWith({});
    expect(await it.commands.answer(approving())).toEqual({ kind: 'unknown-approval' });
  });
});
