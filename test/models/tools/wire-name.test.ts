import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wireCallId, wireName } from '../../../src/models/tools/wire-name.ts';

/** OpenAI and Anthropic ask for the characters and the length, Google for the first one. */
const ACCEPTED = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

const names = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '_', '.', '-', '0'), minLength: 1, maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', '.', '_'), minLength: 55, maxLength: 130 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);

describe('wire names', () => {
  test('a dotted name stays readable', () => {
    expect(wireName('github.create_issue')).toBe('github__create_issue');
  });

  test('every name is one that every provider accepts', () => {
    fc.assert(fc.property(names, (name) => ACCEPTED.test(wireName(name))));
  });

  test('two names never become one', () => {
    fc.assert(fc.property(names, names, (a, b) => a === b || wireName(a) !== wireName(b)));
  });

  test.each([
    ['a.b', 'a__b'],
    ['a_.b', 'a._b'],
    ['a.b', 'a_.b'],
    ['web_search', 'web.search'],
  ])('%s and %s, which look alike, stay apart', (a, b) => {
    expect(wireName(a)).not.toBe(wireName(b));
  });

  test('a name made like the tag of another does not become that other', () => {
    const tagged = wireName('a b');
    expect(tagged).toMatch(/^a_b_[0-9a-f]{16}$/);
    expect(wireName(tagged)).not.toBe(tagged);
  });

  test.each(['web_search', 'code_execution', 'json'])("%s, a provider's own tool, is not taken", (name) => {
    expect(wireName(name)).toMatch(/_[0-9a-f]{16}$/);
  });
});

describe('wire call ids', () => {
  test('an id that every provider takes stays as it is', () => {
    expect(wireCallId('toolu_01A-b')).toBe('toolu_01A-b');
  });

  test.each(['a.b:c@d', 'x'.repeat(65)])('%s is replaced, always by the same', (id) => {
    expect(wireCallId(id)).toMatch(/^call_[0-9a-f]{32}$/);
    expect(wireCallId(id)).toBe(wireCallId(id));
  });
});
