import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/domain/decision.ts';
import type { ApprovalRequest, DomainEvent } from '../../../src/domain/event.ts';
import { approvalId, conversationId, requestId, turnId } from '../../../src/domain/ids.ts';
import { mutationBytesV1 } from '../../../src/domain/mutation.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { asked, decision } from '../../support/store-events.ts';
import { makeKeys } from '../../support/store-keys.ts';
import { openForTest } from '../../support/store-sqlite.ts';

const c1 = conversationId('c1');
const keys = makeKeys();

const decided = (change: Partial<Decision> = {}, id = 'a1'): DomainEvent => ({
  type: 'approval.decided',
  signed: keys.signDecision(decision(id, 'approve', change)),
});

async function findingsIn(events: readonly DomainEvent[]) {
  const store = await openForTest(':memory:');
  await store.log.append(c1, events, { after: 0 });
  return (await verifyAll(store.chain, { verifier: keys.verifier })).findings;
}

const unbound = (seq: number, because: string) => ({ kind: 'unbound', conversation: c1, seq, because });

describe('a decision with a good signature', () => {
  it.each<[string, Partial<ApprovalRequest>]>([
    ['tool', { call: { requestId: requestId('r-a1'), toolName: 'shop.delete', argsJson: '{"order":7}' } }],
    ['arguments', { call: { requestId: requestId('r-a1'), toolName: 'shop.refund', argsJson: '{"order":8}' } }],
    ['occurrence', { call: { requestId: requestId('r-9'), toolName: 'shop.refund', argsJson: '{"order":7}' } }],
    ['definition of the tool', { toolDefHash: 'd2' }],
    ['turn', { turnId: turnId('turn-2') }],
    ['principal', { principal: { team: 'T1', user: 'U9' } }],
    ['set of capabilities', { missing: ['mutate-external', 'arbitrary-egress'] }],
    ['rewrite by policy', { effectiveArgsJson: '{"order":9}' }],
    ['injected context', { injectedContext: 'be careful' }],
  ])('is found out when the card asked about another %s', async (_, change) => {
    expect(await findingsIn([asked('a1', change), decided()])).toEqual([unbound(2, 'other-call')]);
  });

  it('may put other arguments in place when it is an edit', async () => {
    const edit = keys.signDecision(decision('a1', 'approve-edited', { effectiveArgsJson: '{"order":1}' }));
    expect(await findingsIn([asked('a1'), { type: 'approval.decided', signed: edit }])).toEqual([]);
  });

  it('may not put other arguments in place when it is none', async () => {
    const events = [asked('a1'), decided({ effectiveArgsJson: '{"order":1}' })];
    expect(await findingsIn(events)).toEqual([unbound(2, 'other-call')]);
  });

  it('is found out when nothing was asked', async () => {
    expect(await findingsIn([decided()])).toEqual([unbound(1, 'nothing-asked')]);
  });

  it('is found out when it stands before its question', async () => {
    expect(await findingsIn([decided(), asked('a1')])).toEqual([unbound(1, 'nothing-asked')]);
  });

  it('is found out when the question was answered before', async () => {
    const events = [asked('a1'), decided(), decided({ nonce: 'another' })];
    expect(await findingsIn(events)).toEqual([unbound(3, 'answered-before')]);
  });

  it('is found out when its nonce was used for another card', async () => {
    const events = [asked('a1'), asked('a2'), decided({ nonce: 'n' }), decided({ nonce: 'n' }, 'a2')];
    expect(await findingsIn(events)).toEqual([unbound(4, 'nonce-used')]);
  });
});

it('finds a revocation of something that was never asked', async () => {
  const by = { team: 'T1', user: 'U1' };
  const signed = keys.signRevocation({ conversation: c1, grant: approvalId('a9'), by, at: 1, nonce: 'n' });
  expect(await findingsIn([{ type: 'grant.revoked', signed }])).toEqual([unbound(1, 'nothing-asked')]);
});

it('finds a mutation of a call that nobody proposed', async () => {
  const mutation = {
    conversation: c1,
    turn: turnId('turn-1'),
    requestId: requestId('r1'),
    toolName: 'shop.refund',
    change: { kind: 'input-rewrite', before: '{}', after: '{"a":1}' },
    at: 1,
    nonce: 'n',
  } as const;
  const signature = await keys.signer.sign(mutationBytesV1('k1', mutation));
  const events: DomainEvent[] = [{ type: 'mutation.recorded', signed: { version: 1, mutation, signature } }];
  expect(await findingsIn(events)).toEqual([unbound(1, 'nothing-asked')]);
});
