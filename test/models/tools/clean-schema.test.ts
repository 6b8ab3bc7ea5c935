import { describe, expect, test } from 'vitest';
import { anthropic } from '../../../src/models/providers/anthropic.ts';
import { google } from '../../../src/models/providers/google.ts';
import { cleanParameters } from '../../../src/models/tools/clean-schema.ts';
import type { JsonObject } from '../../../src/ports/tools.ts';

const access = { name: 'any', key: 'k', baseUrl: null };
const full = anthropic(access).toolRules;
const subset = google(access).toolRules;

const tree: JsonObject = {
  type: 'object',
  properties: { tree: { $ref: '#/$defs/Node' } },
  $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
};

const property = (schema: JsonObject, rules = full): unknown =>
  cleanParameters({ type: 'object', properties: { x: schema } }, rules)['properties'];

describe('cleaning a schema', () => {
  test('an ordinary schema stays as it is', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1, description: 'How many' } },
      required: ['n'],
      additionalProperties: false,
    };
    expect(cleanParameters(schema, full)).toEqual(schema);
  });

  test.each([[{}], [{ type: ['object', 'null'] }], [{ $ref: '#/nowhere' }]])('%j becomes an object', (schema) => {
    expect(cleanParameters(schema, full)).toEqual({ type: 'object', properties: {} });
  });

  test('alternatives at the top stand side by side, and only what all need is needed', () => {
    const schema: JsonObject = {
      anyOf: [
        { type: 'object', properties: { id: { type: 'string' }, by: { type: 'string' } }, required: ['id', 'by'] },
        { type: 'object', properties: { name: { type: 'string' } }, required: ['name', 'by'] },
      ],
    };
    expect(cleanParameters(schema, full)).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, by: { type: 'string' }, name: { type: 'string' } },
      required: ['by'],
    });
  });

  test('a reference, wherever it pointed, points to a definition', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        a: { $ref: '#/definitions/A', description: 'An A' },
        b: { $ref: '#/properties/a' },
        c: { $ref: 'https://example.com/c' },
      },
      definitions: { A: { type: 'string', enum: ['x'] } },
    };
    expect(cleanParameters(schema, full)).toEqual({
      type: 'object',
      properties: { a: { description: 'An A', $ref: '#/$defs/s1' }, b: { $ref: '#/$defs/s2' }, c: {} },
      $defs: { s1: { type: 'string', enum: ['x'] }, s2: { description: 'An A', $ref: '#/$defs/s1' } },
    });
  });

  test('a schema within itself refers to itself', () => {
    expect(cleanParameters(tree, full)).toEqual({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/s1' } },
      $defs: { s1: { type: 'object', properties: { next: { $ref: '#/$defs/s1' } } } },
    });
  });

  test.each([
    ['a draft-4 flag', { type: 'number', minimum: 0, exclusiveMinimum: true }, { type: 'number', minimum: 0 }],
    ['a type nobody knows', { type: 'any' }, {}],
    ['a count that is a text', { type: 'string', maxLength: '5' }, { type: 'string' }],
    ['a list of needs that is a flag', { type: 'string', required: true }, { type: 'string' }],
    ['an unknown keyword', { type: 'string', optional: true }, { type: 'string' }],
    ['an empty choice', { enum: [] }, {}],
  ])('%s is left out', (_, schema, cleaned) => {
    expect(property(schema)).toEqual({ x: cleaned });
  });

  test('an array always says what it holds', () => {
    expect(property({ type: 'array' })).toEqual({ x: { type: 'array', items: {} } });
    expect(property({ type: 'array', items: [{ type: 'string' }] })).toEqual({
      x: { type: 'array', prefixItems: [{ type: 'string' }], items: {} },
    });
  });

  test('a needed parameter that is not described is described by nothing', () => {
    expect(cleanParameters({ type: 'object', required: ['a'] }, full)).toEqual({
      type: 'object',
      properties: { a: {} },
      required: ['a'],
    });
  });

  test('a parameter called like a keyword or like a prototype is a parameter', () => {
    const schema: JsonObject = JSON.parse(
      '{"type":"object","properties":{"$ref":{"type":"string"},"anyOf":{"type":"number"},"__proto__":{"type":"null"}}}',
    );
    expect(JSON.stringify(cleanParameters(schema, full)['properties'])).toBe(
      '{"$ref":{"type":"string"},"anyOf":{"type":"number"},"__proto__":{"type":"null"}}',
    );
  });
});

describe("cleaning a schema for Gemini's subset", () => {
  test.each([
    [{ const: 'a' }, { enum: ['a'] }],
    [{ type: 'boolean', const: true }, { type: 'boolean' }],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      { type: 'integer', exclusiveMinimum: 0 },
      { type: 'integer', minimum: 0 },
    ],
    [{ type: 'string', pattern: '^a', default: 'a', minLength: 1 }, { type: 'string' }],
    [{ type: 'string', not: { enum: ['a'] } }, { type: 'string' }],
    [{ type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ])('%j becomes %j', (schema, cleaned) => {
    expect(property(schema, subset)).toEqual({ x: cleaned });
  });

  test('references are written out, with what stands beside them', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A', description: 'An A' } },
      $defs: { A: { type: 'string', enum: ['x'] } },
    };
    expect(cleanParameters(schema, subset)).toEqual({
      type: 'object',
      properties: { a: { type: 'string', enum: ['x'], description: 'An A' } },
    });
  });

  test('a schema within itself ends after one round', () => {
    expect(cleanParameters(tree, subset)['properties']).toEqual({
      tree: { type: 'object', properties: { next: { type: 'object' } } },
    });
  });

  test('a schema that doubles with every reference is written out only as far as it stays short', () => {
    const levels = Array.from({ length: 40 }, (_, n) => [
      `L${n}`,
      { type: 'object', properties: { a: { $ref: `#/$defs/L${n + 1}` }, b: { $ref: `#/$defs/L${n + 1}` } } },
    ]);
    const schema: JsonObject = { $ref: '#/$defs/L0', $defs: Object.fromEntries(levels) };
    expect(JSON.stringify(cleanParameters(schema, subset)).length).toBeLessThan(20_000);
  });

  test('what allOf says is said by the schema itself', () => {
    const schema: JsonObject = {
      description: 'Both',
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    };
    expect(property(schema, subset)).toEqual({
      x: {
        type: 'object',
        description: 'Both',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        required: ['a', 'b'],
      },
    });
  });

  test('several types are alternatives, each with its own', () => {
    expect(property({ description: 'd', type: ['string', 'array'], items: { type: 'string' } }, subset)).toEqual({
      x: { description: 'd', anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    });
  });
});
