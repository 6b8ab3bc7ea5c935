import { describe, expect, it } from 'vitest';
import { denotesZero, sameDecimal } from '../../src/domain/json/exact-decimal.ts';

describe('two spellings of a number', () => {
  it.each([
    ['1', '1'],
    ['1', '1.0'],
    ['1', '1e0'],
    ['1', '10e-1'],
    ['100', '1e2'],
    ['100', '1E+2'],
    ['0.05', '5e-2'],
    ['0.050', '0.5e-1'],
    ['1.50e3', '1500'],
    ['-1.0', '1'],
    ['0', '0.00'],
    ['0', '0e7'],
    ['0.0e-3', '0e12'],
  ])('%s and %s denote the same decimal, signs aside', (left, right) => {
    expect(sameDecimal(left, right)).toBe(true);
    expect(sameDecimal(right, left)).toBe(true);
  });

  it.each([
    ['1', '2'],
    ['1', '10'],
    ['1', '0.1'],
    ['1e2', '1e-2'],
    ['101', '11'],
    ['1', '0'],
    ['0.1', '0.1000000000000000055'],
  ])('%s and %s do not', (left, right) => {
    expect(sameDecimal(left, right)).toBe(false);
    expect(sameDecimal(right, left)).toBe(false);
  });
});

describe('zero', () => {
  it.each(['0', '-0', '0.000', '0e5', '-0.0E-9'])('is what %s denotes', (spelling) => {
    expect(denotesZero(spelling)).toBe(true);
  });

  it.each(['1', '0.001', '-0.1', '1e-400', '10'])('is not what %s denotes', (spelling) => {
    expect(denotesZero(spelling)).toBe(false);
  });
});
