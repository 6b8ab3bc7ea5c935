import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { simulatePolicy } from '../../src/conversation/simulate-policy.ts';
import type { Policy } from '../../src/domain/policy.ts';
import { defineTool } from '../../src/tools/define-tool.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { withPolicy } from '../../src/tools/with-policy.ts';
import { botWith } from '../support/bot.ts';
import { here, policy, treatment } from '../support/conversation.ts';

const tool = (name: string, ingestsUntrusted = false) =>
  defineTool({
    name,
    title: name,
    description: name,
    input: z.object({ n: z.int() }),
    version: '1',
    capabilities: ['mutate-external'],
    effect: 'idempotent',
    ingestsUntrusted,
    run: () => ({ text: 'done', isError: false }),
  });

const tools = [tool('pay'), tool('web', true), tool('drop')];

const rule = (name: string, decision: 'allow' | 'ask' | 'deny') => ({
  tools: [name],
  when: [],
  treatment: { ...treatment, decision },
});

const inForce: Policy = { ...policy, rules: [rule('pay', 'allow'), rule('web', 'allow'), rule('drop', 'deny')] };

/** A history with calls that ran, were refused, and were asked about because of taint. */
async function history() {
  const it = await botWith({ tools, policy: inForce });
  await it.say('!call pay {"n":1}\n!call drop {"n":1}\n!call pay {"n":"x"}');
  await it.say('!call web {"n":1}\n!step\n!call pay {"n":2}');
  return await it.store.log.read(here);
}

const under = (other: Policy) => ({ policy: other, toolbox: withPolicy(makeToolbox(tools), other) });

describe('policy simulation', () => {
  test('under the policy that was in force, every call ends as it did', async () => {
    const calls = simulatePolicy(here, await history(), under(inForce));
    expect(calls.map(({ toolName, then, now }) => [toolName, then, now])).toEqual([
      ['pay', 'run', 'run'],
      ['drop', 'refuse', 'refuse'],
      ['pay', 'refuse', 'refuse'],
      ['web', 'run', 'run'],
      ['pay', 'pause', 'pause'],
    ]);
  });

  test('another policy shows what it would have changed', async () => {
    const stricter: Policy = { ...inForce, rules: [rule('pay', 'deny'), rule('web', 'ask'), rule('drop', 'allow')] };
    const calls = simulatePolicy(here, await history(), under(stricter));
    expect(calls.map(({ now }) => now)).toEqual(['refuse', 'run', 'refuse', 'pause', 'refuse']);
  });

  test('a tool that is gone is named as unknown', async () => {
    const rules = { policy: inForce, toolbox: withPolicy(makeToolbox([tool('web')]), inForce) };
    const calls = simulatePolicy(here, await history(), rules);
    expect(calls.filter(({ now }) => now === 'unknown-tool')).toHaveLength(4);
  });
});

test('whatever the policy, every call ends in simulation as it did live', { timeout: 60_000 }, async () => {
  const name = fc.constantFrom('pay', 'web', 'drop', 'gone');
  const anyRule = fc.record({
    tools: fc.constantFrom(['pay'], ['web'], ['drop'], ['*']),
    when: fc.constantFrom([], [{ kind: 'above' as const, path: 'n', than: 1 }]),
    treatment: fc
      .record({
        decision: fc.constantFrom('ask' as const, 'allow' as const, 'deny' as const),
        capabilities: fc.constantFrom(null, new Set(['local-read' as const])),
      })
      .map((given) => ({ ...treatment, ...given })),
  });
  const anyPolicy = fc
    .record({
      rules: fc.array(anyRule, { maxLength: 3 }),
      mode: fc.constantFrom('enforce' as const, 'shadow' as const),
    })
    .map((given): Policy => ({ ...policy, ...given }));
  const calls = fc.array(fc.tuple(name, fc.constantFrom('1', '2', '"x"')), { minLength: 1, maxLength: 4 });
  let seen = 0;

  await fc.assert(
    fc.asyncProperty(anyPolicy, fc.array(calls, { minLength: 1, maxLength: 3 }), async (rules, messages) => {
      const it = await botWith({ tools, policy: rules });
      for (const batch of messages)
        await it.say(batch.map(([tool, n]) => `!call ${tool} {"n":${n}}`).join('\n!step\n'));
      const simulated = simulatePolicy(here, await it.store.log.read(here), under(rules));
      await it.store.close();
      seen += simulated.length;
      expect(simulated.filter(({ then, now }) => then !== now)).toEqual([]);
    }),
    { numRuns: 40 },
  );
  expect(seen).toBeGreaterThan(40);
});
