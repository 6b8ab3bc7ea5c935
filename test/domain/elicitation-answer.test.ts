import { expect, it } from 'vitest';
import { elicitationAnswerBytesV1 } from '../../src/domain/elicitation-answer.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { signedBytes } from '../../src/domain/signed.ts';

it("binds everything an answer to a server's question says, in the order that version 1 froze", () => {
  const bytes = elicitationAnswerBytesV1('kid', {
    enterprise: 'enterprise',
    team: 'team',
    conversation: conversationId('conversation'),
    turn: turnId('turn'),
    elicitation: approvalId('elicitation'),
    requestId: requestId('request'),
    toolName: 'tool',
    server: 'server',
    message: 'message',
    shown: 'shown',
    action: 'decline',
    contentJson: null,
    person: { team: 'person team', user: 'person' },
    principal: { team: 'principal team', user: 'principal' },
    card: { channel: 'channel', message: 'card message' },
    issuedAt: 1,
    expiresAt: 2,
    nonce: 'nonce',
  });
  expect(bytes).toEqual(
    signedBytes('countersign.elicitation.v1', [
      'kid',
      'enterprise',
      'team',
      'conversation',
      'turn',
      'elicitation',
      'request',
      'tool',
      'server',
      'message',
      'shown',
      'decline',
      null,
      'person team',
      'person',
      'principal team',
      'principal',
      'channel',
      'card message',
      '1',
      '2',
      'nonce',
    ]),
  );
});
