import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Provider } from '../../../src/models/provider.ts';
import { anthropic } from '../../../src/models/providers/anthropic.ts';
import { compatible } from '../../../src/models/providers/compatible.ts';
import { google } from '../../../src/models/providers/google.ts';
import { openai } from '../../../src/models/providers/openai.ts';
import { makeFunctionTools } from '../../../src/models/tools/function-tools.ts';
import { recordedTools } from '../../support/mcp-tools.ts';
import { anthropicFaults, googleFaults, openaiFaults } from '../../support/providers/schema-limits.ts';

const access = { name: 'any', key: 'k', baseUrl: null };
const PROVIDERS: readonly [Provider, (schema: Record<string, unknown>) => Iterable<string>][] = [
  [anthropic(access), anthropicFaults],
  [openai(access), openaiFaults],
  [google(access), googleFaults],
  [compatible({ ...access, baseUrl: 'http://127.0.0.1/v1' }), openaiFaults],
];

const jsonObject = z.record(z.string(), z.json());
/** For what the code made itself: not looked into again at every depth. */
const anObject = z.record(z.string(), z.unknown());
const specs = recordedTools().map(({ server, name, inputSchema }) => ({
  name: `${server}.${name}`,
  description: 'x'.repeat(3_000),
  inputSchema: jsonObject.parse(inputSchema),
}));
const sizes = specs.map(({ inputSchema }) => JSON.stringify(inputSchema).length);

describe.each(PROVIDERS.map(([provider, faults]) => ({ kind: provider.kind, rules: provider.toolRules, faults })))(
  'the recorded tools for $kind',
  ({ rules, faults }) => {
    const convert = makeFunctionTools(rules);
    const converted = specs.map(convert);

    test('there are thousands of them', () => {
      expect(converted.length).toBeGreaterThan(2_500);
    });

    test('every schema keeps to what the provider takes', () => {
      const wrong = converted.flatMap(({ name, sent }) =>
        [...faults(anObject.parse(sent.inputSchema))].map((fault) => `${name}: ${fault}`),
      );
      expect(wrong).toEqual([]);
    });

    test('every schema is one of JSON Schema 2020-12', () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const wrong = converted.filter(({ sent }) => ajv.validateSchema(anObject.parse(sent.inputSchema)) !== true);
      expect(wrong.map(({ name }) => name)).toEqual([]);
    });

    test('names are of the accepted form and no two are alike', () => {
      const names = converted.map(({ sent }) => sent.name);
      expect(names.filter((name) => !/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/.test(name))).toEqual([]);
      expect(new Set(names).size).toBe(new Set(specs.map(({ name }) => name)).size);
    });

    test('no parameter is lost', () => {
      const lost = converted.filter(({ sent, parameters }, index) => {
        const theirs = new Set(Object.keys(sent.inputSchema.properties ?? {}));
        const ours = Object.keys(specs[index]?.inputSchema['properties'] ?? {});
        return ours.some((name) => !theirs.has(parameters.get(name) ?? name));
      });
      expect(lost.map(({ name }) => name)).toEqual([]);
    });

    test('no schema grows much: every request carries it', () => {
      const grown = converted.filter(({ sent }, index) => {
        const before = sizes[index] ?? 0;
        return JSON.stringify({ ...sent.inputSchema, description: '' }).length > Math.max(20_500, before * 2.1);
      });
      expect(grown.map(({ name }) => name)).toEqual([]);
    });

    test('a description is whole, in its place or going on with the parameters', () => {
      for (const { sent } of converted) {
        const all = `${sent.description ?? ''}${sent.inputSchema.description ?? ''}`;
        expect((sent.description ?? '').length).toBeLessThanOrEqual(rules.maxDescription);
        expect(all.match(/x+/g)?.join('').length).toBeGreaterThanOrEqual(3_000);
      }
    });
  },
);
