import { describe, expect, it } from 'vitest';
import { treatmentLine } from '../../src/cli/treatment-line.ts';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import type { Capability } from '../../src/domain/capability.ts';
import type { Policy, PolicyRule, Treatment } from '../../src/domain/policy.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { withPolicy } from '../../src/tools/with-policy.ts';
import { policy, treatment } from '../support/conversation.ts';
import { aTool } from '../support/turn/tools.ts';

/** What the line says of a tool that needs this under a policy whose default is so. */
function lineFor(needs: readonly Capability[], given: Partial<Treatment>, more: Partial<Policy> = {}): string {
  const under: Policy = { ...policy, otherwise: { ...treatment, ...given }, ...more };
  const tool = { ...aTool('shop.pay'), requiredCapabilities: () => new Set(needs) };
  const [wrapped] = withPolicy(makeToolbox([tool]), under).tools;
  return wrapped === undefined ? '' : treatmentLine(wrapped, under);
}

const rule = (tools: string): PolicyRule => ({ tools: [tools], when: [{ kind: 'present', path: 'n' }], treatment });

describe('the line of a tool', () => {
  it.each<[string, readonly Capability[], Partial<Treatment>, Partial<Policy>]>([
    ['allow; needs local-read', ['local-read'], { decision: 'allow' }, {}],
    ['allow; while untrusted content is there, ask the requester', ['arbitrary-egress'], { decision: 'allow' }, {}],
    ['ask the requester; needs local-write', ['local-write'], { decision: 'allow' }, { base: new Set() }],
    ['ask the requester; needs nothing', [], { decision: 'ask' }, {}],
    ['deny; needs nothing', [], { decision: 'deny' }, {}],
    ['allow (some rules look at arguments); needs nothing', [], { decision: 'allow' }, { rules: [rule('shop.*')] }],
    ['allow; needs nothing', [], { decision: 'allow' }, { rules: [rule('web.*')] }],
  ])('says: %s', (line, needs, given, more) => {
    expect(lineFor(needs, given, more)).toMatch(new RegExp(`^shop.pay: ${line.replace(/[()]/g, '\\$&')}`));
  });

  it.each([
    [
      { users: ['U1'], groups: ['S1'], channels: ['here', 'C1'] },
      'the requester, U1, group S1, members of the channel, members of C1',
    ],
    [{ users: ['U1', 'U2'], notRequester: true, quorum: 2 }, 'U1, U2, but not the requester, 2 of them'],
    [{ requester: false }, 'nobody, so it never runs'],
  ])('names whom it asks: %j', (approvers, whom) => {
    const asks = { decision: 'ask' as const, approvers: { ...requesterOnly, ...approvers } };
    expect(lineFor([], asks)).toBe(`shop.pay: ask ${whom}; needs nothing; effect once`);
  });
});
