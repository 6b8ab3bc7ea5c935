import type { Timers } from '../../../src/slack/web/timers.ts';

/** Real time, so many times as fast: minutes of a stream's life pass in seconds, over real connections. */
export function fastTimers(times: number): Timers {
  const began = Date.now();
  return {
    now: () => Math.round(began + (Date.now() - began) * times),
    after(ms, run) {
      const timer = setTimeout(run, ms / times);
      return () => clearTimeout(timer);
    },
  };
}
