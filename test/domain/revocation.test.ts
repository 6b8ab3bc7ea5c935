import { expect, it } from 'vitest';
import { approvalId, conversationId } from '../../src/domain/ids.ts';
import { revocationBytesV1 } from '../../src/domain/revocation.ts';
import { signedFields } from '../support/signed-fields.ts';

it('signs every field of a revocation in its frozen order', () => {
  const bytes = revocationBytesV1('k1', {
    conversation: conversationId('T1:C1:1.1'),
    grant: approvalId('approval'),
    by: { team: 'T1', user: 'U1' },
    at: 1_500,
    nonce: 'nonce',
  });
  expect(signedFields(bytes)).toEqual([
    'countersign.revocation.v1',
    'k1',
    'T1:C1:1.1',
    'approval',
    'T1',
    'U1',
    '1500',
    'nonce',
  ]);
});
