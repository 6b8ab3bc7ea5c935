import { describe, expect, test } from 'vitest';
import { quantile, rounded, summaryOf } from '../../bench/measure/quantiles.ts';
import { table } from '../../bench/measure/table.ts';
import { perItem, timed } from '../../bench/measure/timed.ts';
import { UsageProblem, wholeNumber } from '../../bench/measure/usage.ts';

describe('figures', () => {
  test('quantiles do not depend on the order of the samples', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
  });

  test('the quantile 1 is the largest sample', () => {
    expect(quantile([1, 2, 3], 1)).toBe(3);
  });

  test('no samples have no median', () => {
    expect(summaryOf([]).p50).toBeNaN();
  });

  test('figures keep three significant digits', () => {
    expect([rounded(1234.5), rounded(0.012345)]).toEqual([1230, 0.0123]);
  });

  test('what is timed is waited for', async () => {
    let done = false;
    const sample = await timed(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done = true;
    });
    expect(done).toBe(true);
    expect(sample.wall).toBeGreaterThan(0);
  });

  test('one item of many is in microseconds', () => {
    expect(perItem({ wall: 3, cpu: 2 }, { wall: 1, cpu: 1 }, 1_000)).toEqual({ wall: 2, cpu: 1 });
  });
});

describe('the command line', () => {
  test('a count that is no whole number is refused by the name of its option', () => {
    expect(() => wholeNumber('many', 'rounds', 1)).toThrow(
      new UsageProblem('--rounds takes a whole number of at least 1, not "many"'),
    );
  });

  test('a count below the least is refused', () => {
    expect(() => wholeNumber('0', 'rounds', 1)).toThrow(UsageProblem);
  });
});

test('a table lines its columns up, text to the left and numbers to the right', () => {
  expect(table(['what', 'ms'], [['a long name', '1.5']])).toBe(
    ['| what        |  ms |', '| ----------- | --: |', '| a long name | 1.5 |'].join('\n'),
  );
});
