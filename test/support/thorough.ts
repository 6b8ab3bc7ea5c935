import { expect, it } from 'vitest';

/**
 * Whether long sweeps are made in full: where `CI` or `THOROUGH` is set. Elsewhere a part of each is, the same every time,
 * so that a run stays short enough to be made often.
 */
export const thorough = Boolean(process.env['CI'] || process.env['THOROUGH']);

/** Tests, inside a `describe`, that take too long for every run. Where they are left out, one line and one test say so. */
export function inThoroughRuns(tests: () => void): void {
  if (thorough) {
    tests();
    return;
  }
  it('only in thorough runs', () => {
    console.warn('NOT A THOROUGH RUN: something long is left out. Set THOROUGH=1 to have it.');
    expect(thorough).toBe(false);
  });
}

/** All of them in a thorough run, else some `few`, evenly spread. */
export function partOf<T>(all: readonly T[], few: number): readonly T[] {
  const step = Math.ceil(all.length / few);
  return thorough ? all : all.filter((_, i) => i % step === 0);
}
