/** A figure at a time; the time is in minutes. */
export interface Reading {
  readonly minute: number;
  readonly value: number;
}

/** How much a figure grows in an hour, by least squares; NaN for fewer than two readings. */
export function slopePerHour(readings: readonly Reading[]): number {
  if (readings.length < 2) return Number.NaN;
  const minute = mean(readings.map((one) => one.minute));
  const value = mean(readings.map((one) => one.value));
  let covariance = 0;
  let variance = 0;
  for (const one of readings) {
    covariance += (one.minute - minute) * (one.value - value);
    variance += (one.minute - minute) ** 2;
  }
  return (covariance / variance) * MINUTES_OF_HOUR;
}

const MINUTES_OF_HOUR = 60;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
