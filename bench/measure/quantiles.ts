/** The value below which the share `q` (0 to 1) of the samples lies; NaN for no samples. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** What is kept of a set of samples. */
export interface Summary {
  readonly count: number;
  /** What it takes when nothing else is in the way: load only ever adds. */
  readonly p10: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** In the unit of the samples, to three significant digits: more would be noise. */
export const summaryOf = (samples: readonly number[]): Summary => ({
  count: samples.length,
  p10: rounded(quantile(samples, 0.1)),
  p50: rounded(median(samples)),
  p95: rounded(quantile(samples, 0.95)),
  p99: rounded(quantile(samples, 0.99)),
  max: rounded(quantile(samples, 1)),
});

const SIGNIFICANT_DIGITS = 3;

export const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));
