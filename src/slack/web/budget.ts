/** A sliding window of calls, and a pause when Slack asked for one. */
export interface Budget {
  /** Takes a place if one is free: 0, else how long until one may be. */
  take(): number;
  /** How many places are free now. */
  free(): number;
  /** Nothing goes out for this long. */
  pause(ms: number): void;
}

/** So many calls in so many milliseconds. */
export interface Allowance {
  readonly calls: number;
  readonly inMs: number;
}

export function makeBudget({ calls, inMs }: Allowance, now: () => number): Budget {
  const taken: number[] = [];
  let pausedUntil = 0;
  const forgetOld = (at: number): void => {
    while (taken[0] !== undefined && taken[0] <= at - inMs) taken.shift();
  };
  return {
    take() {
      const at = now();
      if (at < pausedUntil) return pausedUntil - at;
      forgetOld(at);
      const [oldest] = taken;
      if (taken.length >= calls && oldest !== undefined) return Math.max(1, oldest + inMs - at);
      taken.push(at);
      return 0;
    },
    free() {
      const at = now();
      forgetOld(at);
      return at < pausedUntil ? 0 : calls - taken.length;
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
  };
}
