import type { StartTimer } from '../../../src/turn/timer.ts';

export interface HandTimers {
  readonly startTimer: StartTimer;
  /** Milliseconds of every timer that was started and not cancelled, in the order they were started. */
  waiting(): readonly number[];
  /** Makes every waiting timer due. */
  ring(): void;
}

/** Timers that are due when the test says so. */
export function handTimers(): HandTimers {
  const timers = new Set<{ readonly run: () => void; readonly ms: number }>();
  return {
    startTimer(run, ms) {
      const timer = { run, ms };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    waiting: () => [...timers].map(({ ms }) => ms),
    ring() {
      for (const { run } of timers) run();
      timers.clear();
    },
  };
}
