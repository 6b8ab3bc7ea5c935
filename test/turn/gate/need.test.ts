import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../src/domain/capability.ts';
import { type Need, reasonOf } from '../../../src/turn/gate/need.ts';

const needing = (missing: readonly Capability[], given: Partial<Need> = {}): Need => ({
  required: new Set(missing),
  missing: new Set(missing),
  policy: false,
  sandbox: null,
  withBatch: false,
  taint: null,
  ...given,
});
const tainted = { taint: { kind: 'thread-history' } } as const;
const BEYOND = 'This call could reach beyond the sandbox, which would refuse it.';

describe('why a person is asked', () => {
  it.each<[string, Need, string]>([
    ['is not explained where a rule asks for every such call', needing([], { policy: true }), ''],
    ['is that it could read files', needing(['local-read']), 'This call could read local files.'],
    ['is that it could change files', needing(['local-write']), 'This call could change local files.'],
    [
      'is that it could read elsewhere',
      needing(['fixed-connector-read']),
      'This call could read from a connected system.',
    ],
    ['is that it could send anything', needing(['arbitrary-egress']), 'This call could send data to any address.'],
    ['is that it could change things', needing(['mutate-external']), 'This call could change something outside.'],
    [
      'is all that it could do',
      needing(['local-read', 'arbitrary-egress', 'mutate-external']),
      'This call could read local files and send data to any address and change something outside.',
    ],
    [
      'names untrusted content where that is what closed it',
      needing(['mutate-external'], tainted),
      'This call could change something outside, and untrusted content is in the conversation.',
    ],
    [
      'names untrusted content where that closed any of it',
      needing(['local-write', 'arbitrary-egress'], tainted),
      'This call could change local files and send data to any address, and untrusted content is in the conversation.',
    ],
    [
      'does not blame untrusted content for what was never allowed',
      needing(['local-write'], tainted),
      'This call could change local files.',
    ],
    ['is the sandbox', needing([], { sandbox: 'outside the root' }), BEYOND],
    [
      'is the sandbox as well',
      needing(['local-write'], { sandbox: 'outside the root' }),
      `This call could change local files. ${BEYOND}`,
    ],
  ])('%s', (_, need, reason) => {
    expect(reasonOf(need)).toBe(reason);
  });
});
