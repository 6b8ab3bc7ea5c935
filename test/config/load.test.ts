import { describe, expect, test } from 'vitest';
import { readEnvironment, redacted } from '../../src/config/environment.ts';
import { parseConfig } from '../../src/config/load.ts';
import { policyOf } from '../../src/config/policy.ts';
import { ConfigProblem } from '../../src/config/problem.ts';
import { treatmentOf } from '../../src/domain/policy.ts';

const parse = (text: string) => parseConfig(text, 'countersign.yaml');

describe('countersign.yaml', () => {
  test('an empty file is the defaults: everything asks', () => {
    const policy = policyOf(parse('').policy);
    expect(treatmentOf(policy, 'anything', {})).toMatchObject({ decision: 'ask', approvers: { requester: true } });
  });

  test.each([
    ['agent: { modle: x }', 'agent'],
    ['agent: { model: gpt }', 'agent.model'],
    ['agent: { maxSteps: 0 }', 'agent.maxSteps'],
    ['policy: { default: maybe }', 'policy.default'],
    ['policy: { rules: [{ decision: ask }] }', 'policy.rules.0.tools'],
    ['policy: { rules: [{ tools: [], decision: ask }] }', 'policy.rules.0.tools'],
    ['policy: { rules: [{ tools: [x], decision: ask, expiresAfter: 4 hours }] }', 'policy.rules.0.expiresAfter'],
    ['policy: { rules: [{ tools: [x], decision: ask, expiresAfter: 900d }] }', 'policy.rules.0.expiresAfter'],
    ['policy: { rules: [{ tools: [x], decision: ask, capabilities: [all] }] }', 'policy.rules.0.capabilities.0'],
    ['policy: { approvers: { users: [C0CHANNEL] } }', 'policy.approvers.users.0'],
    ['policy: { approvers: { group: U0ALICE } }', 'policy.approvers.group'],
    ['policy: { approvers: { quorum: 0 } }', 'policy.approvers.quorum'],
    ['tools: { mcp: [{ name: "Bad Name", command: x }] }', 'tools.mcp.0.name'],
    ['toolz: {}', 'toolz'],
    ['- a list', 'countersign.yaml'],
    ['agent: [', 'not YAML'],
  ])('%s is refused, and %s is named', (text, named) => {
    expect(() => parse(text)).toThrow(ConfigProblem);
    expect(() => parse(text)).toThrow(named);
  });

  test('people may be named as Slack pastes them', () => {
    const { policy } = parse('policy: { approvers: { users: ["<@u0alice>", u0bob] } }');
    expect(policy.approvers?.users).toEqual(['U0ALICE', 'U0BOB']);
  });

  test('the first matching rule decides, by tool and by arguments', () => {
    const policy = policyOf(
      parse(`
policy:
  default: deny
  rules:
    - { tools: [shop.refund], when: [{ path: cents, above: 100 }], decision: ask }
    - { tools: ["shop.*"], decision: allow }
`).policy,
    );
    expect(treatmentOf(policy, 'shop.refund', { cents: 101 }).decision).toBe('ask');
    expect(treatmentOf(policy, 'shop.refund', { cents: 100 }).decision).toBe('allow');
    expect(treatmentOf(policy, 'shop.refund', { cents: '101' }).decision).toBe('allow');
    expect(treatmentOf(policy, 'mail.send', {}).decision).toBe('deny');
  });
});

describe('environment', () => {
  test.each([
    [{ COUNTERSIGN_CONFG: 'x' }, 'COUNTERSIGN_CONFG'],
    [{ SLACK_BOT_TOKEN: 'xoxp-nope' }, 'SLACK_BOT_TOKEN'],
    [{ SLACK_APP_TOKEN: 'xoxb-nope' }, 'SLACK_APP_TOKEN'],
    [{ SLACK_MODE: 'rtm' }, 'SLACK_MODE'],
    [{ PORT: '99999' }, 'PORT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('%j is refused, and %s is named, never its value', (env, named) => {
    const [value] = Object.values(env);
    expect(() => readEnvironment(env)).toThrow(named);
    expect(() => readEnvironment(env)).not.toThrow(`: ${value}`);
  });

  test('an empty value is an absent one', () => {
    expect(readEnvironment({ SLACK_BOT_TOKEN: '', LOG_LEVEL: '' })).toMatchObject({ LOG_LEVEL: 'info' });
  });

  test('what is printed says which secrets are set and shows none', () => {
    const shown = JSON.stringify(redacted(readEnvironment({ SLACK_BOT_TOKEN: 'xoxb-secret-token' })));
    expect(shown).toContain('"SLACK_BOT_TOKEN":"[set]"');
    expect(shown).not.toContain('secret-token');
  });
});
