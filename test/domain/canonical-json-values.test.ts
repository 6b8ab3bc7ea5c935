import { describe, expect, it } from 'vitest';
import { canonicalText, type JsonValue, sameJson, UnfitForJson } from '../../src/domain/canonical-json.ts';
import { MAX_BYTES, MAX_DEPTH, MAX_NODES } from '../../src/domain/json/limits.ts';

/** An adapter in our own process is not held by types at run time. */
function fromOutside(value: unknown): JsonValue {
  return value as JsonValue;
}

function failureOf(value: unknown): UnfitForJson | undefined {
  try {
    canonicalText(fromOutside(value));
  } catch (error) {
    if (error instanceof UnfitForJson) return error;
    throw error;
  }
  return undefined;
}

class Point {
  x = 1;
}

describe('a value made in process', () => {
  it('is written like a text that was read', () => {
    expect(canonicalText({ b: [1, 'x', null], a: { '\u20ac': true } })).toBe('{"a":{"€":true},"b":[1,"x",null]}');
  });

  it('keeps an own __proto__', () => {
    expect(canonicalText(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });

  it.each([
    ['undefined', undefined, 'not-json'],
    ['a member that is undefined', { a: undefined }, 'not-json'],
    ['a function', { a() {} }, 'not-json'],
    ['a toJSON method', { toJSON: () => 1 }, 'not-json'],
    ['a symbol', Symbol('a'), 'not-json'],
    ['a bigint', 1n, 'not-json'],
    ['a Map', new Map(), 'not-plain'],
    ['a Set', new Set(), 'not-plain'],
    ['a Date', new Date(0), 'not-plain'],
    ['a boxed string', Object('text'), 'not-plain'],
    ['an instance of a class', new Point(), 'not-plain'],
    ['an object with a symbol for a key', { [Symbol('a')]: 1 }, 'not-plain'],
    ['an object with a hidden key', Object.defineProperty({}, 'a', { value: 1 }), 'not-plain'],
    ['an array with a hole', Object.assign([1], { length: 2 }), 'not-plain'],
    ['an array with a named property', Object.assign([1], { extra: 2 }), 'not-plain'],
    ['an array of a subclass', new (class extends Array {})(), 'not-plain'],
    ['a string with a lone surrogate', 'a\ud800', 'lone-surrogate'],
    ['a key with a lone surrogate', { '\udc00': 1 }, 'lone-surrogate'],
    ['negative zero', -0, 'negative-zero'],
    ['NaN', Number.NaN, 'not-finite'],
    ['Infinity', [Number.NEGATIVE_INFINITY], 'not-finite'],
    ['an integer past 2^53−1', 2 ** 53, 'unsafe-integer'],
    ['an integer spelt with 21 digits', 1e20, 'unsafe-integer'],
    ['more elements than allowed', Array.from({ length: MAX_NODES + 1 }, () => 1), 'too-many-values'],
    ['an endless array', Object.assign([], { length: 2 ** 32 - 1 }), 'too-many-values'],
    ['a string past the limit', 'x'.repeat(MAX_BYTES), 'too-long'],
    ['a string past the limit, whatever it holds', `${'x'.repeat(MAX_BYTES)}\ud800`, 'too-long'],
  ])('is not written: %s', (_what, value, fault) => {
    expect(failureOf(value)?.fault).toBe(fault);
  });

  it('is not written past the greatest depth, and a cycle is always past it', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(failureOf(cycle)?.fault).toBe('too-deep');
    expect(failureOf(JSON.parse('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH)))).toBeUndefined();
    expect(failureOf(JSON.parse('['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1)))?.fault).toBe('too-deep');
  });

  it('is not written where shared references multiply', () => {
    let shared: unknown = 1;
    for (let level = 0; level < 40; level += 1) shared = [shared, shared];
    expect(failureOf(shared)?.fault).toBe('too-many-values');
  });

  it('is not written where one long string is referenced many times', () => {
    const long = 'x'.repeat(1_000_000);
    expect(failureOf(Array.from({ length: 2000 }, () => long))?.fault).toBe('too-long');
  });

  it('is measured in bytes', () => {
    const threeByteCharacters = Math.floor((MAX_BYTES - 2) / 3);
    expect(failureOf('€'.repeat(threeByteCharacters))).toBeUndefined();
    expect(failureOf('€'.repeat(threeByteCharacters + 1))).toMatchObject({ fault: 'too-long', path: [] });
  });

  it.each([
    ['below members and elements', { order: { lines: [1, new Date(0)] } }, ['order', 'lines', 1]],
    ['after members and elements that are fine', { a: [1, { b: 2 }], c: undefined }, ['c']],
    ['where there is one value too many', Array.from({ length: MAX_NODES }, () => 1), [MAX_NODES - 1]],
  ])('is blamed by its place: %s', (_where, value, path) => {
    expect(failureOf(value)?.path).toEqual(path);
  });

  it('is refused with an error that is told by its name, its code and its fault', () => {
    expect(failureOf([Number.NaN])).toMatchObject({
      name: 'UnfitForJson',
      code: 'unfit-for-json',
      fault: 'not-finite',
      message: 'The value has no canonical JSON text: not-finite',
    });
  });

  it('does not show its content in the message', () => {
    expect(failureOf({ 'secret-key': 'secret\ud800' })?.message).not.toContain('secret');
  });
});

describe('equality of values', () => {
  it('ignores the order of keys', () => {
    expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  });

  it('minds the order of elements', () => {
    expect(sameJson([1, 2], [2, 1])).toBe(false);
  });

  it('keeps null and absence apart', () => {
    expect(sameJson({ a: null }, {})).toBe(false);
  });
});
