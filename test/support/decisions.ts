import type { Decision } from '../../src/domain/decision.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';

/** A decision with every field set, so that each can be changed. */
export const aDecision = (given: Partial<Decision> = {}): Decision => ({
  enterprise: 'E1',
  team: 'T1',
  conversation: conversationId('T1:C1:1.1'),
  turn: turnId('turn'),
  approvalId: approvalId('approval'),
  requestId: requestId('request'),
  toolName: 'shop.issue_refund',
  toolDefHash: 'abc',
  proposedArgsJson: '{"a":1}',
  effectiveArgsJson: '{"a":2}',
  injectedContext: 'note',
  decision: 'approve-and-remember',
  coveredCapabilities: ['local-read', 'mutate-external'],
  grantExpiresAt: 1_000_000,
  reason: 'fine',
  approver: { team: 'T1', user: 'U1' },
  principal: { team: 'T1', user: 'U2' },
  card: { channel: 'C1', message: '1.2' },
  issuedAt: 1000,
  expiresAt: 2000,
  nonce: 'nonce',
  ...given,
});
