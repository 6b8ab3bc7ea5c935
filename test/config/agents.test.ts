import { describe, expect, test } from 'vitest';
import { agentsOf } from '../../src/config/agents.ts';
import { parseConfig } from '../../src/config/load.ts';

const addressOf = (persona: string) =>
  agentsOf(
    parseConfig(
      `
agent: { model: compatible/local, baseUrl: "http://models.example/v1" }
personas: { legal: { agent: ${persona} } }
`,
      'countersign.yaml',
    ),
  ).find(({ name }) => name === 'legal')?.agent.baseUrl;

describe('the address of a named agent’s provider', () => {
  test.each([
    [
      'is the default agent’s for a model of the same provider',
      '{ model: compatible/larger }',
      'http://models.example/v1',
    ],
    ['is the default agent’s where no model is named', '{ instructions: Be brief. }', 'http://models.example/v1'],
    ['is never that of another provider', '{ model: openai/gpt-5 }', undefined],
    ['may be its own', '{ model: openai/gpt-5, baseUrl: "http://proxy.example/v1" }', 'http://proxy.example/v1'],
  ])('%s', (_what, persona, address) => {
    expect(addressOf(persona)).toBe(address);
  });
});
