import { describe, expect, it } from 'vitest';
import type { DispatchGround, DomainEvent } from '../../src/domain/event.ts';
import { evolveGrants, type GrantsState, isLive } from '../../src/domain/grant.ts';
import { approvalId, requestId, turnId } from '../../src/domain/ids.ts';
import { ann, bob, decided, remembered, revoked } from '../support/store-events.ts';

const EXPIRES_AT = 9_000;
const born = remembered('a', EXPIRES_AT);

const dispatched = (ground: DispatchGround): DomainEvent => ({
  type: 'tool.dispatched',
  turnId: turnId('turn-1'),
  call: { requestId: requestId('r1'), toolName: 'shop.refund', argsJson: '{}' },
  effectiveArgsJson: '{}',
  toolDefHash: 'd1',
  effect: 'once',
  idempotencyKey: 'k1',
  epoch: 1,
  ground,
});
const usedGrant = (id: string) => dispatched({ kind: 'granted', grant: approvalId(id) });

/** The first event is at 1000 ms, each later one a second after. */
function folded(events: readonly DomainEvent[]): GrantsState {
  const grants: GrantsState = new Map();
  for (const [index, event] of events.entries())
    evolveGrants(grants, { seq: index + 1, at: (index + 1) * 1_000, event });
  return grants;
}

const theGrant = {
  id: approvalId('a'),
  signed: born.signed,
  holder: ann,
  toolName: 'shop.refund',
  toolDefHash: 'd1',
  covered: new Set(['mutate-external']),
  grantedAt: 1_500,
  expiresAt: EXPIRES_AT,
  uses: 0,
  revokedAt: null,
};

describe('a grant', () => {
  it('is what a remembered approval says, held by the person the call was for', () => {
    expect(folded([born])).toEqual(new Map([[approvalId('a'), theGrant]]));
  });

  it.each<[string, DomainEvent]>([
    ['a plain approval', decided('a', 'approve', { grantExpiresAt: EXPIRES_AT })],
    ['an edited approval', decided('a', 'approve-edited', { grantExpiresAt: EXPIRES_AT })],
    ['a denial', decided('a', 'deny', { grantExpiresAt: EXPIRES_AT })],
    ['a remembered approval that does not say how long', decided('a', 'approve-and-remember')],
    ['one of several approvals', { ...born, type: 'approval.endorsed' }],
  ])('is not born from %s', (_, event) => {
    expect(folded([event])).toEqual(new Map());
  });

  it('is not renewed by a second decision on the same question', () => {
    expect(folded([born, revoked('a'), remembered('a', 20_000, bob)])).toEqual(
      new Map([[approvalId('a'), { ...theGrant, revokedAt: 2_000 }]]),
    );
  });

  it('is revoked once, when it was revoked first', () => {
    expect(folded([born, revoked('a'), revoked('a')]).get(approvalId('a'))?.revokedAt).toBe(2_000);
  });

  it('is left alone by the revocation of another', () => {
    expect(folded([born, revoked('b')])).toEqual(folded([born]));
  });

  it('counts the calls that ran by it', () => {
    expect(folded([born, usedGrant('a'), usedGrant('a')]).get(approvalId('a'))?.uses).toBe(2);
  });

  it.each<[string, DomainEvent]>([
    ['by another grant', usedGrant('b')],
    ['by its own approval', dispatched({ kind: 'approved', approvalId: approvalId('a') })],
    ['ungated', dispatched({ kind: 'ungated' })],
  ])('does not count a call that ran %s', (_, event) => {
    expect(folded([born, event]).get(approvalId('a'))?.uses).toBe(0);
  });

  it.each<[string, number | null, number, boolean]>([
    ['serves until it expires', null, EXPIRES_AT - 1, true],
    ['does not serve from the moment it expires', null, EXPIRES_AT, false],
    ['does not serve after it expired', null, EXPIRES_AT + 1, false],
    ['does not serve once revoked', 2_000, EXPIRES_AT - 1, false],
    ['does not serve once revoked and expired', 2_000, EXPIRES_AT, false],
  ])('%s', (_, revokedAt, now, live) => {
    expect(isLive({ ...theGrant, covered: new Set(), revokedAt }, now)).toBe(live);
  });
});
