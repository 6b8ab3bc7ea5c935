import { expect, test } from 'vitest';
import type { Verdict } from '../../../src/local-slack/server/block-kit/verdict.ts';

export type Limit = {
  readonly what: string;
  readonly max: number;
  /** The least allowed, where there is one. */
  readonly min?: number;
  /** A payload in which the limited thing has this size, and everything else is sound. */
  readonly sized: (size: number) => unknown;
};

/** Tests every limit just inside and just outside. */
export function holdTo(limits: readonly Limit[], judge: (payload: unknown) => Verdict): void {
  test.each(limits)('$what may be $max', ({ max, sized }) => {
    expect(judge(sized(max))).toEqual({ kind: 'ok' });
  });

  test.each(limits)('$what may not be over $max', ({ max, sized }) => {
    expect(judge(sized(max + 1)).kind).toBe('refused');
  });

  const least = limits.flatMap(({ what, min, sized }) => (min === undefined ? [] : [{ what, min, sized }]));

  test.each(least)('$what may be $min', ({ min, sized }) => {
    expect(judge(sized(min))).toEqual({ kind: 'ok' });
  });

  test.each(least)('$what may not be under $min', ({ min, sized }) => {
    expect(judge(sized(min - 1)).kind).toBe('refused');
  });
}
