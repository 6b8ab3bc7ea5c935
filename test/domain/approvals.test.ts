import { describe, expect, it } from 'vitest';
import {
  type ApprovalsState,
  emptyApprovals,
  evolveApprovals,
  hasEndorsed,
  pendingApprovals,
  rejectionKey,
} from '../../src/domain/approvals.ts';
import type { Decision } from '../../src/domain/decision.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { approvalId, requestId } from '../../src/domain/ids.ts';
import { everyEvent } from '../support/every-event.ts';
import { ann, asked, bob, decided } from '../support/store-events.ts';

const a = approvalId('a');
const b = approvalId('b');
const carol = { team: 'T2', user: 'U2' };
const {
  'approval.expired': expired,
  'approval.superseded': superseded,
  'approval.cancelled': cancelled,
  'approval.extended': extended,
  'approval.reminded': reminded,
  'approval.escalated': escalated,
} = everyEvent;

/** The n-th event is written at n * 100. */
function folded(...events: readonly DomainEvent[]): ApprovalsState {
  const state = emptyApprovals();
  for (const [index, event] of events.entries()) {
    evolveApprovals(state, { seq: index + 1, at: (index + 1) * 100, event });
  }
  return state;
}

const endorsed = (id: string, change: Partial<Decision> = {}): DomainEvent => ({
  type: 'approval.endorsed',
  signed: decided(id, 'approve', change).signed,
});

/** The question `a` as it stands once asked. */
const open = {
  request: asked('a').request,
  status: { kind: 'pending' },
  cards: [],
  endorsements: [],
  expiresAt: 2_000,
  remindedAt: null,
  escalatedAt: null,
  settledAt: null,
};

const settlements: readonly [string, DomainEvent, object][] = [
  ['an approval', decided('a'), { kind: 'approved', signed: decided('a').signed }],
  [
    'an approval that is remembered',
    decided('a', 'approve-and-remember'),
    { kind: 'approved', signed: decided('a', 'approve-and-remember').signed },
  ],
  ['a denial', decided('a', 'deny'), { kind: 'denied', signed: decided('a', 'deny').signed }],
  ['time', expired, { kind: 'expired' }],
  ['a newer message', superseded, { kind: 'superseded' }],
  ['a cancellation', cancelled, { kind: 'cancelled', by: bob, because: 'stopped' }],
];

describe('a question', () => {
  it('is not there before it is asked', () => {
    expect(emptyApprovals()).toEqual({
      approvals: new Map(),
      byRequest: new Map(),
      dispatches: new Map(),
      questions: new Map(),
      results: new Map(),
      nonces: new Set(),
      strays: [],
      rejected: new Set(),
    });
  });

  it('waits once asked, and is found by its call', () => {
    expect(folded(asked('a'))).toEqual({
      ...emptyApprovals(),
      approvals: new Map([[a, open]]),
      byRequest: new Map([[requestId('r-a'), a]]),
    });
  });

  it('asked twice under one id is asked once', () => {
    const again = asked('a', { title: 'Another title', call: asked('b').request.call });
    expect(folded(asked('a'), expired, again)).toEqual(folded(asked('a'), expired));
  });

  it('is found by its call on the newest card', () => {
    const again = asked('b', { call: asked('a').request.call, earlier: a });
    expect(folded(asked('a'), superseded, again).byRequest).toEqual(new Map([[requestId('r-a'), b]]));
  });

  it('has its cards in the order they were posted, settled or not', () => {
    const posted = (message: string): DomainEvent => ({
      type: 'card.posted',
      approvalId: a,
      card: { channel: 'C1', message },
    });
    expect(folded(asked('a'), posted('1.1'), expired, posted('1.2')).approvals.get(a)?.cards).toEqual([
      { channel: 'C1', message: '1.1' },
      { channel: 'C1', message: '1.2' },
    ]);
  });

  it.each(settlements)('is settled by %s, at the time of the event', (_by, event, status) => {
    expect(folded(asked('a'), event).approvals.get(a)).toEqual({ ...open, status, settledAt: 200 });
  });

  it.each(settlements)('settled by %s stays so', (_by, event) => {
    const fresh = { nonce: 'another' };
    const late = [decided('a', 'approve', fresh), decided('a', 'deny', fresh), endorsed('a', fresh)];
    const rest = [expired, superseded, cancelled, extended, reminded, escalated];
    expect(folded(asked('a'), event, ...late, ...rest).approvals).toEqual(folded(asked('a'), event).approvals);
  });

  it.each<[string, DomainEvent, object]>([
    ['gets more time', extended, { expiresAt: 9_000 }],
    ['is known to have been reminded of', reminded, { remindedAt: 200 }],
    ['is known to have been escalated', escalated, { escalatedAt: 200 }],
  ])('%s while it waits', (_what, event, change) => {
    expect(folded(asked('a'), event).approvals.get(a)).toEqual({ ...open, ...change });
  });

  it.each([expired, superseded, cancelled, extended, reminded, escalated, everyEvent['card.posted']])(
    'that was never asked is not made by $type',
    (event) => {
      expect(folded(event)).toEqual(emptyApprovals());
    },
  );

  it('is among the pending ones, first asked first, until it is settled', () => {
    const state = folded(asked('c'), asked('a'), asked('b'), expired);
    expect(pendingApprovals(state).map(({ request }) => request.approvalId)).toEqual(['c', 'b']);
  });
});

describe('endorsements', () => {
  const byCarol = { approver: carol, nonce: 'n2' };

  it('are kept in their order while the question waits', () => {
    const endorsements = [decided('a').signed, decided('a', 'approve', byCarol).signed];
    expect(folded(asked('a'), endorsed('a'), endorsed('a', byCarol)).approvals.get(a)).toEqual({
      ...open,
      endorsements,
    });
  });

  it('of one person count once, whoever endorsed in between', () => {
    const state = folded(asked('a'), endorsed('a'), endorsed('a', byCarol), endorsed('a', { nonce: 'n3' }));
    expect(state.approvals.get(a)?.endorsements.map(({ decision }) => decision.nonce)).toEqual(['n-a', 'n2']);
  });

  it.each([
    { who: 'the one who endorsed', person: bob, has: true },
    { who: 'a namesake of another team', person: carol, has: false },
    { who: 'somebody else', person: ann, has: false },
  ])('are known by person: $who, $has', ({ person, has }) => {
    const approval = folded(asked('a'), endorsed('a')).approvals.get(a);
    expect(approval && hasEndorsed(approval, person)).toBe(has);
  });
});

describe('a decision that answers nothing', () => {
  const stray = { approvalId: a, person: bob };

  it.each([
    ['decided', decided('a')],
    ['endorsed', endorsed('a')],
  ])('because nothing was asked is noted and leaves its nonce unspent (%s)', (_what, event) => {
    expect(folded(event)).toEqual({ ...emptyApprovals(), strays: [{ ...stray, because: 'nothing-asked' }] });
  });

  it.each([
    ['decided', decided('a')],
    ['endorsed', endorsed('a')],
  ])('because the question is settled is noted and leaves its nonce unspent (%s)', (_what, event) => {
    const before = folded(asked('a'), expired);
    expect(folded(asked('a'), expired, event)).toEqual({
      ...before,
      strays: [{ ...stray, because: 'answered-before' }],
    });
  });

  it.each([
    ['decided', decided('a', 'approve', { nonce: 'n-b' })],
    ['endorsed', endorsed('a', { nonce: 'n-b' })],
  ])('because its nonce was used on another question is noted and settles none (%s)', (_what, event) => {
    const before = folded(asked('a'), asked('b'), decided('b'));
    expect(folded(asked('a'), asked('b'), decided('b'), event)).toEqual({
      ...before,
      strays: [{ ...stray, because: 'nonce-used' }],
    });
  });

  it('is an endorsement sent again as the decision', () => {
    const state = folded(asked('a'), endorsed('a'), decided('a'));
    expect([state.approvals.get(a)?.status, state.strays]).toEqual([
      { kind: 'pending' },
      [{ ...stray, because: 'nonce-used' }],
    ]);
  });

  it('spends its nonce where it does answer', () => {
    expect(folded(asked('a'), asked('b'), decided('a'), endorsed('b')).nonces).toEqual(new Set(['n-a', 'n-b']));
  });
});

describe('rejections', () => {
  it('are known by question and reason once they are in the log', () => {
    const { rejected } = folded(everyEvent['decision.rejected']);
    expect(rejected).toEqual(new Set([rejectionKey({ approvalId: a, because: 'bad-signature' })]));
  });

  it('of other questions or for other reasons are others', () => {
    const ids = ['a', 'b', 'a,b', 'a","b'];
    const keys = ids.flatMap((id) => ids.map((because) => rejectionKey({ approvalId: approvalId(id), because })));
    expect(new Set(keys).size).toBe(16);
  });
});
