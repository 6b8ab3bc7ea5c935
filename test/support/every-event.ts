import type { EventOf, EventType } from '../../src/domain/event.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { anAnswer, anElicitation } from './elicitations.ts';
import { ann, asked, bob, decided, message, pruned, revoked, turnStarted } from './store-events.ts';

const turn = turnId('turn-1');
const approval = approvalId('a');
const request = requestId('r-a');
const signature = { kid: 'k1', value: 'AA' };
const call = { requestId: request, toolName: 'shop.refund', argsJson: '{"order":7}' };

/** One event of each type, all of turn `turn-1` and about the question `a` and its call `r-a`. */
export const everyEvent: { readonly [Type in EventType]: EventOf<Type> } = {
  'message.received': message('hi'),
  'content.quarantined': { type: 'content.quarantined', source: { kind: 'thread-history' }, author: bob, text: 'old' },
  'file.attached': {
    type: 'file.attached',
    author: bob,
    file: { team: 'T1', id: 'F1', name: 'a.png', mimeType: 'image/png', size: 10 },
  },
  'turn.started': turnStarted(),
  'step.accepted': {
    type: 'step.accepted',
    turnId: turn,
    text: 'On it.',
    calls: [{ kind: 'call', providerCallId: 'p1', ...call }],
    usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
    stop: 'tool-calls',
    grounded: false,
    providerState: null,
  },
  'turn.paused': { type: 'turn.paused', turnId: turn, approvals: [approval] },
  'turn.finished': { type: 'turn.finished', turnId: turn, end: 'end' },
  'turn.failed': { type: 'turn.failed', turnId: turn, failure: { kind: 'model', message: 'gone' } },
  'turn.stopped': { type: 'turn.stopped', turnId: turn, by: bob },
  'turn.parked': { type: 'turn.parked', turnId: turn, attempts: 3 },
  'turn.deferred': { type: 'turn.deferred', turnId: turn, because: 'lookup-failed' },
  'stop.requested': { type: 'stop.requested', by: bob },
  'retry.requested': { type: 'retry.requested', by: bob },
  'approval.requested': asked('a'),
  'card.posted': { type: 'card.posted', approvalId: approval, card: { channel: 'C1', message: '1.1' } },
  'approval.endorsed': { type: 'approval.endorsed', signed: decided('a').signed },
  'approval.decided': decided('a'),
  'approval.expired': { type: 'approval.expired', approvalId: approval },
  'approval.superseded': { type: 'approval.superseded', approvalId: approval, messageId: 'm:other' },
  'approval.cancelled': { type: 'approval.cancelled', approvalId: approval, by: bob, because: 'stopped' },
  'approval.reminded': { type: 'approval.reminded', approvalId: approval },
  'approval.escalated': { type: 'approval.escalated', approvalId: approval, to: 'C2' },
  'approval.extended': { type: 'approval.extended', approvalId: approval, by: bob, expiresAt: 9_000 },
  'click.refused': {
    type: 'click.refused',
    approvalId: approval,
    person: bob,
    action: 'approve',
    because: 'not-an-approver',
  },
  'tool.dispatched': {
    type: 'tool.dispatched',
    turnId: turn,
    call,
    effectiveArgsJson: '{"order":8}',
    toolDefHash: 'd1',
    effect: 'once',
    idempotencyKey: 'key-1',
    epoch: 1,
    ground: { kind: 'approved', approvalId: approval },
  },
  'tool.completed': {
    type: 'tool.completed',
    turnId: turn,
    result: {
      requestId: request,
      toolName: 'shop.refund',
      outcome: 'succeeded',
      text: 'Refunded.',
      quarantined: false,
    },
  },
  'outcome.questioned': {
    type: 'outcome.questioned',
    approvalId: approvalId('q'),
    requestId: request,
    toolName: 'shop.refund',
  },
  'outcome.answered': {
    type: 'outcome.answered',
    approvalId: approvalId('q'),
    requestId: request,
    answer: 'ran',
    by: bob,
  },
  'elicitation.asked': { type: 'elicitation.asked', asked: anElicitation() },
  'elicitation.answered': { type: 'elicitation.answered', signed: { version: 1, answer: anAnswer(), signature } },
  'elicitation.expired': { type: 'elicitation.expired', approvalId: anElicitation().approvalId },
  'mutation.recorded': {
    type: 'mutation.recorded',
    signed: {
      version: 1,
      mutation: {
        conversation: conversationId('c1'),
        turn,
        requestId: request,
        toolName: 'shop.refund',
        change: { kind: 'context-injection', after: 'Orders are in euros.' },
        at: 1_500,
        nonce: 'm-1',
      },
      signature,
    },
  },
  'grant.revoked': revoked('a'),
  'decision.rejected': { type: 'decision.rejected', approvalId: approval, person: bob, because: 'bad-signature' },
  'taint.cleared': { type: 'taint.cleared', by: ann },
  'conversation.compacted': { type: 'conversation.compacted', summary: 'Earlier: hi.', upTo: 0 },
  'conversation.pruned': pruned(conversationId('c1'), 4),
};
