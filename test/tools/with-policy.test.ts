import { describe, expect, test } from 'vitest';
import { type Capability, capabilityList } from '../../src/domain/capability.ts';
import type { EffectKind } from '../../src/domain/effect.ts';
import type { ArgumentTest, Policy, PolicyDecision, PolicyRule, Treatment } from '../../src/domain/policy.ts';
import type { Tool } from '../../src/ports/tools.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { type ShadowVerdict, withPolicy } from '../../src/tools/with-policy.ts';
import { policy as askPolicy } from '../support/conversation.ts';
import { contextFor } from '../support/tools/tool-context.ts';
import { aTool, output } from '../support/turn/tools.ts';

type Given = Partial<Omit<Treatment, 'decision'>> & { readonly when?: readonly ArgumentTest[] };

const rule = (decision: PolicyDecision, { when = [], ...given }: Given = {}): PolicyRule => ({
  tools: ['pay'],
  when,
  treatment: { ...askPolicy.otherwise, decision, ...given },
});

const policyOf = (rules: readonly PolicyRule[], given: Partial<Policy> = {}): Policy => ({
  ...askPolicy,
  otherwise: {
    ...askPolicy.otherwise,
    decision: 'ask',
    capabilities: null,
    effect: null,
    idempotent: null,
    destructive: null,
  },
  ...given,
  rules,
});

function under(policy: Policy, tool: Tool = aTool('pay'), onShadow: (verdict: ShadowVerdict) => void = () => {}): Tool {
  const found = withPolicy(makeToolbox([tool]), policy, onShadow).find('pay');
  if (found === undefined) throw new Error('the tool is gone');
  return found;
}

const big: ArgumentTest = { kind: 'above', path: 'cents', than: 100 };

describe('a tool under a policy that says nothing of it but its decision', () => {
  /** Answers every question in a way no default would. */
  const outspoken: Required<Tool> = {
    spec: { name: 'pay', description: 'Pays.', inputSchema: { type: 'object', title: 'own' } },
    title: 'Own title',
    kind: 'declared',
    definitionHash: 'own-hash',
    effect: 'reconcilable',
    destructive: true,
    longestMs: 7,
    invalid: (args) => `invalid ${JSON.stringify(args)}`,
    veto: (args) => ({ reason: `veto ${JSON.stringify(args)}` }),
    needsApproval: () => true,
    requiredCapabilities: () => new Set<Capability>(['local-write']),
    cacheableApproval: () => true,
    sandboxWouldDeny: (args) => `denied ${JSON.stringify(args)}`,
    ingestsUntrusted: () => true,
    execute: async (args, context) => output(`${JSON.stringify(args)} ${context.idempotencyKey}`),
    reconcile: async (key) => output(`reconciled ${key}`),
  };
  const args = { n: 1 };

  test.each(['ask', 'allow'] as const)('has every property and answers as itself (%s)', async (decision) => {
    const tool = under(policyOf([rule(decision)]), outspoken);
    expect(Object.keys(tool).sort()).toEqual(Object.keys(outspoken).sort());
    for (const name of ['spec', 'title', 'kind', 'effect', 'destructive', 'longestMs'] as const) {
      expect(tool[name]).toBe(outspoken[name]);
    }
    for (const question of [
      'invalid',
      'veto',
      'requiredCapabilities',
      'sandboxWouldDeny',
      'ingestsUntrusted',
    ] as const) {
      expect(tool[question](args)).toEqual(outspoken[question](args));
    }
    expect(tool.cacheableApproval()).toBe(true);
    expect(await tool.execute(args, contextFor())).toEqual(await outspoken.execute(args, contextFor()));
    expect(await tool.reconcile?.('k')).toEqual(output('reconciled k'));
  });

  test('has no reconcile where the tool has none', () => {
    expect('reconcile' in under(policyOf([]))).toBe(false);
  });

  test('is called with its own this', async () => {
    class Counter {
      count = 0;
      async reconcile() {
        this.count += 1;
        return output(String(this.count));
      }
    }
    const counter = new Counter();
    const tool = under(policyOf([]), Object.assign(counter, aTool('pay')));
    expect(await tool.reconcile?.('k')).toEqual(output('1'));
  });

  test('is found by its exact name only', () => {
    const toolbox = withPolicy(makeToolbox([aTool('pay')]), policyOf([]));
    expect([toolbox.find('Pay'), toolbox.find('constructor'), toolbox.tools.length]).toEqual([undefined, undefined, 1]);
  });
});

describe('a decision', () => {
  test('to deny is a veto with its reason, whoever approves', () => {
    const tool = under(policyOf([rule('deny', { reason: 'no refunds in May' })]));
    expect(tool.veto({})).toEqual({ reason: 'no refunds in May' });
    expect(tool.needsApproval({})).toBe(true);
  });

  test('to deny without a reason still is one', () => {
    expect(under(policyOf([rule('deny')])).veto({})).toEqual({ reason: 'denied by policy' });
  });

  test('to ask makes every call wait', () => {
    const tool = under(policyOf([rule('ask')]));
    expect([tool.veto({}), tool.needsApproval({})]).toEqual([null, true]);
  });

  test('to allow asks nobody, though the tool would', () => {
    const tool = under(policyOf([rule('allow')]), aTool('pay', { gated: true }));
    expect([tool.veto({}), tool.needsApproval({})]).toEqual([null, false]);
  });

  test('to allow does not lift the tool’s own veto', () => {
    const tool = under(policyOf([rule('allow')]), aTool('pay', { veto: () => ({ reason: 'never' }) }));
    expect(tool.veto({})).toEqual({ reason: 'never' });
  });

  test('is made on the arguments that would run', () => {
    const tool = under(policyOf([rule('deny', { when: [big] }), rule('allow')]));
    expect([tool.veto({ cents: 101 }), tool.veto({ cents: 100 })]).toEqual([{ reason: 'denied by policy' }, null]);
  });

  test('is the default’s where no rule names the tool', () => {
    const otherwise = { ...askPolicy.otherwise, decision: 'deny' as const };
    expect(under(policyOf([], { otherwise })).veto({})).not.toBeNull();
  });
});

describe('what a rule says of a tool', () => {
  test('its capabilities stand for the tool’s, and make it another definition', () => {
    const plain = aTool('pay', { needs: ['mutate-external'] });
    const tool = under(policyOf([rule('ask', { capabilities: new Set(['local-read']) })]), plain);
    expect(capabilityList(tool.requiredCapabilities({}))).toEqual(['local-read']);
    expect(tool.definitionHash).not.toBe(plain.definitionHash);
  });

  test('who may decide is part of the definition: an old grant does not serve a new rule', () => {
    const plain = aTool('pay', {});
    const before = under(policyOf([rule('ask')]), plain);
    const after = under(policyOf([rule('ask', { approvers: { ...askPolicy.otherwise.approvers, quorum: 2 } })]), plain);
    expect(after.definitionHash).not.toBe(before.definitionHash);
    expect(under(policyOf([rule('ask')]), plain).definitionHash).toBe(before.definitionHash);
  });

  test('an approval is not remembered where other arguments need other people', () => {
    const remembered = aTool('pay', { cacheable: true });
    const stricter = rule('ask', { approvers: { ...askPolicy.otherwise.approvers, quorum: 2 } });
    const when = [{ kind: 'above', path: 'n', than: 100 }] as const;
    expect(under(policyOf([rule('ask')]), remembered).cacheableApproval()).toBe(true);
    expect(under(policyOf([{ ...stricter, when }, rule('ask')]), remembered).cacheableApproval()).toBe(false);
  });

  test('an empty set of capabilities is a set', () => {
    const tool = under(policyOf([rule('ask', { capabilities: new Set() })]), aTool('pay', { needs: ['local-write'] }));
    expect(capabilityList(tool.requiredCapabilities({}))).toEqual([]);
  });

  test.each<[string, readonly PolicyRule[], EffectKind]>([
    ['none: the tool’s own', [rule('ask')], 'keyed'],
    ['one for every call', [rule('ask', { effect: 'read' })], 'read'],
    ['one for some calls: the severer of both', [rule('ask', { when: [big], effect: 'once' }), rule('ask')], 'once'],
    [
      'a lighter one for some calls: the tool’s own',
      [rule('ask', { when: [big], effect: 'read' }), rule('ask')],
      'keyed',
    ],
    [
      'rules behind one that always matches do not count',
      [rule('ask', { effect: 'read' }), rule('ask', { effect: 'once' })],
      'read',
    ],
    ['the default counts where no rule always matches', [rule('ask', { when: [big], effect: 'read' })], 'keyed'],
  ])('effect, %s', (_what, rules, effect) => {
    expect(under(policyOf(rules), aTool('pay', { effect: 'keyed' })).effect).toBe(effect);
  });

  test('destructive for some calls is destructive', () => {
    const tool = under(
      policyOf([rule('ask', { when: [big], destructive: true }), rule('ask', { destructive: false })]),
    );
    expect(tool.destructive).toBe(true);
  });

  test('its approval may be remembered only where every call’s may', () => {
    const tool = aTool('pay', { cacheable: false });
    expect(under(policyOf([rule('ask', { idempotent: true })]), tool).cacheableApproval()).toBe(true);
    const some = [rule('ask', { when: [big], idempotent: true }), rule('ask')];
    expect(under(policyOf(some), tool).cacheableApproval()).toBe(false);
    expect(
      under(policyOf([rule('ask', { idempotent: false })]), aTool('pay', { cacheable: true })).cacheableApproval(),
    ).toBe(false);
  });
});

describe('in shadow mode', () => {
  const shadowed = (rules: readonly PolicyRule[], tool?: Tool) => {
    const seen: ShadowVerdict[] = [];
    return { seen, tool: under(policyOf(rules, { mode: 'shadow' }), tool, (verdict) => seen.push(verdict)) };
  };

  test('a denial is told and not enforced', () => {
    const { seen, tool } = shadowed([rule('deny')]);
    expect([tool.veto({}), tool.needsApproval({})]).toEqual([null, false]);
    expect(seen).toEqual([{ toolName: 'pay', decision: 'deny' }]);
  });

  test('a question is told and not asked', () => {
    const { seen, tool } = shadowed([rule('ask')]);
    expect([tool.veto({}), tool.needsApproval({})]).toEqual([null, false]);
    expect(seen).toEqual([{ toolName: 'pay', decision: 'ask' }]);
  });

  test('the tool’s own veto and question stand', () => {
    const { tool } = shadowed([rule('deny')], aTool('pay', { gated: true, veto: () => ({ reason: 'never' }) }));
    expect([tool.veto({}), tool.needsApproval({})]).toEqual([{ reason: 'never' }, true]);
  });

  test('containment stands', () => {
    const { tool } = shadowed(
      [rule('allow')],
      aTool('pay', { needs: ['mutate-external'], sandboxWouldDeny: () => 'outside' }),
    );
    expect([capabilityList(tool.requiredCapabilities({})), tool.sandboxWouldDeny({})]).toEqual([
      ['mutate-external'],
      'outside',
    ]);
  });

  test('what is allowed is not told', () => {
    const { seen, tool } = shadowed([rule('allow')]);
    tool.veto({});
    tool.needsApproval({});
    expect(seen).toEqual([]);
  });
});
