import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/tools/json-schema-validator.ts';

function errorsOf(schema: unknown, value: unknown): readonly string[] {
  const compiled = compileSchema(schema);
  if (compiled.kind === 'unusable') throw new Error(compiled.reason);
  return compiled.errorsOf(value).map(({ path, keyword }) => [...path, keyword].join('/'));
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('a compiled schema', () => {
  it('names the place and the keyword of every error', () => {
    const schema = { type: 'object', properties: { 'a/b~c': { type: 'string' }, n: { minimum: 3 } } };

    expect(errorsOf(schema, { 'a/b~c': 1, n: 2 })).toEqual(['a/b~c/type', 'n/minimum']);
  });

  it('is 2020-12 when it names no dialect', () => {
    expect(errorsOf({ prefixItems: [{ type: 'string' }] }, [1])).toEqual(['0/type']);
  });

  it('is draft-07 when it says so', () => {
    expect(errorsOf({ $schema: DRAFT_07, items: [{ type: 'string' }] }, [1])).toEqual(['0/type']);
  });

  it('treats an unknown dialect as 2020-12', () => {
    expect(errorsOf({ $schema: 'https://example.com/own', type: 'string' }, 1)).toEqual(['type']);
  });

  it('follows local references', () => {
    expect(errorsOf({ $ref: '#/$defs/id', $defs: { id: { type: 'string' } } }, 1)).toEqual(['type']);
  });

  it('tolerates keywords and formats it does not know', () => {
    expect(errorsOf({ type: 'string', optional: true, format: 'cron-ish' }, 'x')).toEqual([]);
  });

  it('checks the formats it knows', () => {
    expect(errorsOf({ type: 'string', format: 'email' }, 'nobody')).toEqual(['format']);
  });

  it('sees only own properties, whatever they are called', () => {
    expect(errorsOf({ type: 'object', required: ['constructor'] }, {})).toEqual(['required']);
  });

  it('refuses an own property called __proto__ where it takes no others', () => {
    const schema = { properties: { a: {} }, additionalProperties: false };

    expect(errorsOf(schema, JSON.parse('{"__proto__":1}'))).toEqual(['additionalProperties']);
  });

  it('keeps equal ids of two schemas apart', () => {
    compileSchema({ $id: 'https://example.com/x', type: 'string' });

    expect(errorsOf({ $id: 'https://example.com/x', type: 'number' }, 'text')).toEqual(['type']);
  });

  it('is compiled once for one schema object', () => {
    const schema = { type: 'string' };

    expect(compileSchema(schema)).toBe(compileSchema(schema));
  });

  it('stops counting errors at a hundred', () => {
    expect(
      errorsOf(
        { items: { type: 'string' } },
        Array.from({ length: 500 }, () => 1),
      ),
    ).toHaveLength(100);
  });
});

describe('a schema that cannot be compiled', () => {
  it.each([
    ['an unknown type', { type: 'strin' }],
    ['a remote reference', { $ref: 'https://example.com/schema.json' }],
    ['a dangling reference', { $ref: '#/$defs/none' }],
    ['a broken pattern', { type: 'string', pattern: '(' }],
    ['no object', 'string'],
    ['a list', []],
    ['null', null],
  ])('is unusable for %s', (_name, schema) => {
    expect(compileSchema(schema).kind).toBe('unusable');
  });
});
