import { expect, it } from 'vitest';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';

it('an id is the text it was made of', () => {
  expect([conversationId('c'), turnId('t'), requestId('r'), approvalId('a')]).toEqual(['c', 't', 'r', 'a']);
});
