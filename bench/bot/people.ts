import { requesterOnly } from '../../src/domain/approver-rule.ts';
import { allCapabilities } from '../../src/domain/capability.ts';
import type { Person } from '../../src/domain/person.ts';
import type { Policy } from '../../src/domain/policy.ts';
import type { Directory } from '../../src/ports/directory.ts';

export const team = 'T0BENCH';
export const alice: Person = { team, user: 'U0ALICE' };
export const bob: Person = { team, user: 'U0BOB' };

const HOUR_MS = 3_600_000;

/** Everything asks; alice and bob may answer. */
export const policy: Policy = {
  rules: [],
  otherwise: {
    decision: 'ask',
    reason: null,
    capabilities: null,
    effect: null,
    idempotent: null,
    destructive: null,
    approvers: { ...requesterOnly, users: [bob.user] },
    expiresAfterMs: HOUR_MS,
    remindAfterMs: null,
    escalateTo: null,
    grantBy: 'requester',
    grantTtlMs: HOUR_MS,
  },
  escalateSandboxDenials: false,
  base: allCapabilities,
  webSearchWhileTainted: false,
  mode: 'enforce',
};

/** Knows everyone at once: the bench times us, not Slack. */
export const directory: Directory = {
  profile: async (person) => ({
    person,
    name: person.user,
    bot: false,
    deactivated: false,
    guest: false,
    stranger: false,
    admin: false,
  }),
  isInGroup: async () => false,
  isInChannel: async () => true,
  isShared: async () => false,
};
