import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { makePersonas, rosterOf } from '../../src/config/personas.ts';
import { silent } from '../../src/ports/logger.ts';
import type { Model } from '../../src/ports/model.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { aTool } from '../support/turn/tools.ts';

const config = parseConfig(
  `
agent: { model: anthropic/claude-sonnet-4-5, instructions: Help., maxSteps: 7, webSearch: true }
policy: { default: ask }
personas:
  billing:
    channels: [C0BILLING]
    agent: { instructions: You are billing. }
    tools: [shop.*]
    policy: { default: deny }
  legal:
    agent: { model: openai/gpt-5 }
`,
  'countersign.yaml',
);

const nobody: Model = { name: 'none', stream: () => ({ async *[Symbol.asyncIterator]() {} }) };

function agents() {
  const models: string[] = [];
  const toolbox = makeToolbox([aTool('shop.refund'), aTool('web.fetch')]);
  const personas = makePersonas({
    config,
    modelOf: ({ model }) => {
      models.push(model);
      return { ...nobody, name: model };
    },
    tools: () => toolbox,
    logger: silent,
  });
  return personas;
}

describe('a named agent', () => {
  test('has its own instructions, tools and policy', () => {
    const billing = agents()('billing');
    expect(billing.system).toMatch(/^You are billing\.\n\n/);
    expect(billing.toolbox.tools.map(({ spec }) => spec.name)).toEqual(['shop.refund']);
    expect(billing.toolbox.tools[0]?.veto({})).toEqual({ reason: 'denied by policy' });
  });

  test('is like the default agent in whatever it does not say', () => {
    const personas = agents();
    const [fallback, billing, legal] = [personas(null), personas('billing'), personas('legal')];
    expect([billing.model.name, billing.maxSteps, billing.webSearch]).toEqual([
      fallback.model.name,
      fallback.maxSteps,
      fallback.webSearch,
    ]);
    expect([legal.model.name, legal.system, legal.policy]).toEqual(['openai/gpt-5', fallback.system, fallback.policy]);
    expect(legal.toolbox.tools).toHaveLength(2);
  });

  test('that is gone from the configuration is the default one', () => {
    const personas = agents();
    expect(personas('sales').name).toBeNull();
    expect(personas('constructor').name).toBeNull();
  });

  test('answers in its channels', () => {
    const { names, byChannel } = rosterOf(config);
    expect([[...names], [...byChannel]]).toEqual([['billing', 'legal'], [['C0BILLING', 'billing']]]);
  });
});
