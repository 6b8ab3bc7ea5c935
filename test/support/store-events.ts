import type { Decision, DecisionKind } from '../../src/domain/decision.ts';
import type { ApprovalRequest, EventOf } from '../../src/domain/event.ts';
import { approvalId, type ConversationId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';

export const ann: Person = { team: 'T1', user: 'U1' };
export const bob: Person = { team: 'T1', user: 'U2' };

export const message = (text: string, author: Person = ann): EventOf<'message.received'> => ({
  type: 'message.received',
  messageId: `m:${text.slice(0, 40)}`,
  author,
  text,
  addressed: true,
  persona: null,
});

export const turnStarted = (epoch = 1, principal: Person = ann): EventOf<'turn.started'> => ({
  type: 'turn.started',
  turnId: turnId('turn-1'),
  principal,
  takes: [],
  epoch,
  persona: null,
});

export const asked = (id: string, change: Partial<ApprovalRequest> = {}): EventOf<'approval.requested'> => ({
  type: 'approval.requested',
  request: {
    approvalId: approvalId(id),
    turnId: turnId('turn-1'),
    call: { requestId: requestId(`r-${id}`), toolName: 'shop.refund', argsJson: '{"order":7}' },
    effectiveArgsJson: null,
    injectedContext: null,
    title: 'Refund an order',
    reason: '',
    missing: ['mutate-external'],
    required: ['mutate-external'],
    sandbox: null,
    toolDefHash: 'd1',
    effect: 'once',
    cacheable: false,
    destructive: true,
    principal: ann,
    approvers: { users: [], groups: [], channels: [], requester: true, quorum: 1, notRequester: false },
    grantBy: 'requester',
    grantTtlMs: 3_600_000,
    taint: null,
    requestedAt: 1_000,
    expiresAt: 2_000,
    remindAt: null,
    escalateTo: null,
    earlier: null,
    ...change,
  },
});

export function decision(id: string, kind: DecisionKind, change: Partial<Decision> = {}): Decision {
  return {
    enterprise: null,
    team: 'T1',
    conversation: conversationId('c1'),
    turn: turnId('turn-1'),
    approvalId: approvalId(id),
    requestId: requestId(`r-${id}`),
    toolName: 'shop.refund',
    toolDefHash: 'd1',
    proposedArgsJson: '{"order":7}',
    effectiveArgsJson: null,
    injectedContext: null,
    decision: kind,
    coveredCapabilities: ['mutate-external'],
    grantExpiresAt: null,
    reason: null,
    approver: bob,
    principal: ann,
    card: { channel: 'C1', message: '1.1' },
    issuedAt: 1_500,
    expiresAt: 2_000,
    nonce: `n-${id}`,
    ...change,
  };
}

export const decided = (
  id: string,
  kind: DecisionKind = 'approve',
  change: Partial<Decision> = {},
): EventOf<'approval.decided'> => ({
  type: 'approval.decided',
  signed: { version: 1, decision: decision(id, kind, change), signature: { kid: 'k1', value: 'AA' } },
});

export const remembered = (id: string, grantExpiresAt: number, principal: Person = ann): EventOf<'approval.decided'> =>
  decided(id, 'approve-and-remember', { grantExpiresAt, principal });

export const revoked = (id: string): EventOf<'grant.revoked'> => ({
  type: 'grant.revoked',
  signed: {
    version: 1,
    revocation: { conversation: conversationId('c1'), grant: approvalId(id), by: ann, at: 1_600, nonce: `v-${id}` },
    signature: { kid: 'k1', value: 'AA' },
  },
});

/** As a pruner appends it; whether it is signed is not the store's concern. */
export const pruned = (conversation: ConversationId, upTo: number): EventOf<'conversation.pruned'> => ({
  type: 'conversation.pruned',
  signed: {
    version: 1,
    tombstone: { conversation, upTo, hash: 'h', lastWrittenAt: 1, prunedAt: 2, tainted: false },
    signature: { kid: 'k1', value: 'AA' },
  },
});
