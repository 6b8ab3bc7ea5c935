import { expect, it } from 'vitest';
import { requesterOnly } from '../../src/domain/approver-rule.ts';

it('lets the requester alone answer where nobody else is named', () => {
  expect(requesterOnly).toEqual({
    users: [],
    groups: [],
    channels: [],
    requester: true,
    quorum: 1,
    notRequester: false,
  });
});
