import { expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import { tombstoneBytesV1 } from '../../src/domain/tombstone.ts';
import { signedFields } from '../support/signed-fields.ts';

it.each([
  { tainted: true, word: 'tainted' },
  { tainted: false, word: 'clean' },
])('signs every field of a $word tombstone in its frozen order', ({ tainted, word }) => {
  const bytes = tombstoneBytesV1('k1', {
    conversation: conversationId('T1:C1:1.1'),
    upTo: 12,
    hash: 'ab12',
    lastWrittenAt: 1_000,
    prunedAt: 2_000,
    tainted,
  });
  expect(signedFields(bytes)).toEqual([
    'countersign.tombstone.v1',
    'k1',
    'T1:C1:1.1',
    '12',
    'ab12',
    '1000',
    '2000',
    word,
  ]);
});
