import { expect, it } from 'vitest';
import { conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { type MutationChange, mutationBytesV1 } from '../../src/domain/mutation.ts';
import { signedFields } from '../support/signed-fields.ts';

it.each<[MutationChange, string | null]>([
  [{ kind: 'input-rewrite', before: 'old', after: 'new' }, 'old'],
  [{ kind: 'context-injection', after: 'new' }, null],
  [{ kind: 'result-redaction', before: 'old', after: 'new' }, 'old'],
])('signs every field of %j in its frozen order', (change, before) => {
  const bytes = mutationBytesV1('k1', {
    conversation: conversationId('T1:C1:1.1'),
    turn: turnId('turn'),
    requestId: requestId('request'),
    toolName: 'shop.refund',
    change,
    at: 1_500,
    nonce: 'nonce',
  });
  expect(signedFields(bytes)).toEqual([
    'countersign.mutation.v1',
    'k1',
    'T1:C1:1.1',
    'turn',
    'request',
    'shop.refund',
    change.kind,
    before,
    'new',
    '1500',
    'nonce',
  ]);
});
