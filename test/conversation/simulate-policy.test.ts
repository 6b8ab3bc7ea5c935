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
