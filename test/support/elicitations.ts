import { requesterOnly } from '../../src/domain/approver-rule.ts';
import type { AskedElicitation, Elicitation } from '../../src/domain/elicitation.ts';
import type { ElicitationAnswer } from '../../src/domain/elicitation-answer.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';

const at = Date.UTC(2026, 0, 1);
const alice = { team: 'T1', user: 'U0ALICE' };
const schemaJson = '{"properties":{"label":{"type":"string"}},"type":"object"}';

/** A server's question as the log has it, and one person's answer to it. */
export const anElicitation = (given: Partial<Elicitation> = {}): Elicitation => ({
  approvalId: approvalId('question-1'),
  turnId: turnId('turn-1'),
  requestId: requestId('call-1'),
  toolName: 'github.create_issue',
  server: 'github',
  message: 'Which label?',
  ask: { kind: 'form', schemaJson },
  principal: alice,
  approvers: requesterOnly,
  askedAt: at,
  expiresAt: at + 600_000,
  ...given,
});

export const anAnswer = (given: Partial<ElicitationAnswer> = {}): ElicitationAnswer => ({
  enterprise: null,
  team: 'T1',
  conversation: conversationId('T1:C1:1.1'),
  turn: turnId('turn-1'),
  elicitation: approvalId('question-1'),
  requestId: requestId('call-1'),
  toolName: 'github.create_issue',
  server: 'github',
  message: 'Which label?',
  shown: schemaJson,
  action: 'accept',
  contentJson: '{"label":"bug"}',
  person: { team: 'T1', user: 'U0BOB' },
  principal: alice,
  card: { channel: 'C1', message: '2.2' },
  issuedAt: at + 1_000,
  expiresAt: at + 600_000,
  nonce: 'nonce-1',
  ...given,
});

export const askedWith = (
  given: Partial<Elicitation> = {},
  status: AskedElicitation['status'] = { kind: 'pending' },
): AskedElicitation => ({
  asked: anElicitation(given),
  status,
  cards: [],
  settledAt: status.kind === 'pending' ? null : at + 2_000,
});
