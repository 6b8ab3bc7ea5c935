import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import {
  type ArgumentTest,
  isLike,
  type PolicyDecision,
  type PolicyRule,
  type Treatment,
  treatmentOf,
} from '../../src/domain/policy.ts';

const treatment = (decision: PolicyDecision, reason: string | null = null): Treatment => ({
  decision,
  reason,
  capabilities: null,
  effect: null,
  idempotent: null,
  destructive: null,
  approvers: requesterOnly,
  expiresAfterMs: 1_000,
  remindAfterMs: null,
  escalateTo: null,
  grantBy: 'requester',
  grantTtlMs: 1_000,
});

const rule = (tools: string, decision: PolicyDecision, ...when: readonly ArgumentTest[]): PolicyRule => ({
  tools: [tools],
  when,
  treatment: treatment(decision),
});

const decide = (rules: readonly PolicyRule[], tool: string, args: object = {}): PolicyDecision =>
  treatmentOf({ rules, otherwise: treatment('ask', 'otherwise') }, tool, { ...args }).decision;

describe('precedence', () => {
  test.each<[string, readonly PolicyRule[], PolicyDecision]>([
    ['no rule: the default', [], 'ask'],
    ['a rule for another tool: the default', [rule('files.write', 'deny')], 'ask'],
    ['the one rule that matches', [rule('files.read', 'allow')], 'allow'],
    ['the first of two that match', [rule('files.*', 'deny'), rule('files.read', 'allow')], 'deny'],
    ['the first, however broad', [rule('*', 'allow'), rule('files.read', 'deny')], 'allow'],
    [
      'past a rule whose test fails',
      [rule('*', 'deny', { kind: 'present', path: 'force' }), rule('*', 'allow')],
      'allow',
    ],
  ])('%s', (_what, rules, decision) => {
    expect(decide(rules, 'files.read')).toBe(decision);
  });

  test('any of a rule’s names will do', () => {
    const either = { ...rule('', 'deny'), tools: ['a.b', 'files.*'] };
    expect(decide([either], 'files.read')).toBe('deny');
  });

  test('a rule without names is for nothing', () => {
    expect(decide([{ ...rule('', 'deny'), tools: [] }], 'files.read')).toBe('ask');
  });
});

describe('tests of arguments', () => {
  const order = { amount: 100, order: { id: '1042', tags: ['vip'], note: null }, urgent: true };

  test.each<[ArgumentTest, boolean]>([
    [{ kind: 'equals', path: 'amount', value: 100 }, true],
    [{ kind: 'equals', path: 'amount', value: '100' }, false],
    [{ kind: 'equals', path: 'urgent', value: true }, true],
    [{ kind: 'equals', path: 'order.id', value: '1042' }, true],
    [{ kind: 'equals', path: 'order.note', value: null }, true],
    [{ kind: 'equals', path: 'order.none', value: null }, false],
    [{ kind: 'one-of', path: 'order.id', values: ['1', '1042'] }, true],
    [{ kind: 'one-of', path: 'order.id', values: [1042] }, false],
    [{ kind: 'above', path: 'amount', than: 99 }, true],
    [{ kind: 'above', path: 'amount', than: 100 }, false],
    [{ kind: 'above', path: 'order.id', than: 1 }, false],
    [{ kind: 'below', path: 'amount', than: 101 }, true],
    [{ kind: 'below', path: 'amount', than: 100 }, false],
    [{ kind: 'below', path: 'missing', than: 1 }, false],
    [{ kind: 'below', path: 'order.id', than: 2_000 }, false],
    [{ kind: 'like', path: 'order.id', pattern: '10*' }, true],
    [{ kind: 'like', path: 'amount', pattern: '*' }, false],
    [{ kind: 'present', path: 'order.note' }, true],
    [{ kind: 'present', path: 'order.tags.0' }, true],
    [{ kind: 'present', path: 'order.tags.1' }, false],
    [{ kind: 'present', path: 'order.id.length' }, false],
    [{ kind: 'present', path: 'order.note.text' }, false],
    [{ kind: 'present', path: '' }, false],
    [{ kind: 'present', path: 'order..id' }, false],
  ])('%j holds: %s', (when, holds) => {
    expect(decide([rule('*', 'deny', when)], 't', order)).toBe(holds ? 'deny' : 'ask');
  });

  test('all of a rule’s tests must hold', () => {
    const high: ArgumentTest = { kind: 'above', path: 'amount', than: 1 };
    const another: ArgumentTest = { kind: 'equals', path: 'order.id', value: '1' };
    expect(decide([rule('*', 'deny', high, another)], 't', order)).toBe('ask');
  });

  test.each(['constructor', 'toString', '__proto__', 'order.constructor', '__proto__.constructor', 'order.tags.map'])(
    'the path %s does not reach a prototype',
    (path) => {
      expect(decide([rule('*', 'deny', { kind: 'present', path })], 't', order)).toBe('ask');
    },
  );

  test.each(['constructor', 'toString', '__proto__'])('an argument that is really called %s is seen', (path) => {
    const args = JSON.parse(`{${JSON.stringify(path)}: 1}`);
    const { decision } = treatmentOf(
      { rules: [rule('*', 'deny', { kind: 'present', path })], otherwise: treatment('ask') },
      't',
      args,
    );
    expect(decision).toBe('deny');
  });
});

describe('patterns', () => {
  test.each([
    ['files.read', 'files.read', true],
    ['files.read', 'files.READ', false],
    ['files.read', 'files.read_all', false],
    ['files.read', 'files.*', true],
    ['files.read', '*read', true],
    ['files.read', 'f*s.*d', true],
    ['files.read', '*', true],
    ['files.read', '**', true],
    ['', '*', true],
    ['', '', true],
    ['a', '', false],
    ['a', 'a*a', false],
    ['aa', 'a*a', true],
    ['aba', 'ab*ba', false],
    ['b', '*b*b', false],
    ['aba', 'a*b*ba', false],
    ['aba', 'a*b*a', true],
    ['ab', 'a**b', true],
    ['ab', '*ab*ab*', false],
    ['files.read', 'files?read', false],
    ['filesXread', 'files.read', false],
    ['a+b', 'a+b', true],
    ['a*b', 'a*b', true],
    ['abcbc', 'a*bc', true],
    ['abcb', 'a*bc', false],
  ])('%j like %j: %s', (text, pattern, fits) => {
    expect(isLike(text, pattern)).toBe(fits);
  });

  test('agree with the same thing as a regular expression', () => {
    const word = fc.stringMatching(/^[ab]{0,6}$/);
    fc.assert(
      fc.property(word, fc.stringMatching(/^[ab*]{0,5}$/), (text, pattern) => {
        expect(isLike(text, pattern)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text));
      }),
    );
  });

  test('of many stars come to an end', () => {
    expect(isLike('a'.repeat(50_000), `${'a*'.repeat(1_000)}b`)).toBe(false);
  });
});

test('one more rule that denies never allows more', () => {
  const tools = fc.constantFrom('a.x', 'a.y', 'b.x');
  const name = fc.constantFrom('a.x', 'a.*', '*.x', '*');
  const when: fc.Arbitrary<readonly ArgumentTest[]> = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('above' as const), path: fc.constant('n'), than: fc.constantFrom(1, 2) }),
      fc.record({ kind: fc.constant('present' as const), path: fc.constantFrom('n', 'm') }),
    ),
    { maxLength: 2 },
  );
  const anyRule = fc
    .tuple(name, fc.constantFrom<PolicyDecision>('ask', 'allow', 'deny'), when)
    .map(([tool, decision, tests]) => rule(tool, decision, ...tests));
  const args = fc.record({ n: fc.constantFrom(1, 2, 3), m: fc.constant(null) }, { requiredKeys: [] });

  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 5 }),
      name,
      when,
      fc.nat(5),
      tools,
      args,
      (rules, tool, tests, at, called, given) => {
        const denial = rule(tool, 'deny', ...tests);
        const more = [...rules.slice(0, at), denial, ...rules.slice(at)];
        const before = decide(rules, called, given);
        expect([before, 'deny']).toContain(decide(more, called, given));
      },
    ),
  );
});

test('a tool that no rule names is asked about, whatever the rules allow', () => {
  const rules = fc.array(
    fc.tuple(fc.constantFrom('a.x', 'a.*', 'b.*', '*.x'), fc.constantFrom<PolicyDecision>('allow', 'ask', 'deny')),
  );
  fc.assert(
    fc.property(rules, fc.stringMatching(/^[cd]\.[yz]{1,3}$/), (given, unknown) => {
      const known = given.map(([tools, decision]) => rule(tools, decision));
      expect(decide(known, unknown)).toBe('ask');
    }),
  );
});
