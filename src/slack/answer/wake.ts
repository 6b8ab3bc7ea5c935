import type { Timers } from '../web/timers.ts';

/** Lets one worker sleep until somebody has something for it. */
export interface Wake {
  /** Resolves at the next `now()`, at once if one came since the last sleep, or after `ms`. */
  sleep(ms: number): Promise<void>;
  now(): void;
}

export function makeWake(timers: Timers): Wake {
  let pending = false;
  let rouse: (() => void) | null = null;
  return {
    sleep(ms) {
      if (pending) {
        pending = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const cancel = timers.after(ms, () => done());
        const done = (): void => {
          cancel();
          rouse = null;
          pending = false;
          resolve();
        };
        rouse = done;
      });
    },
    now() {
      pending = true;
      rouse?.();
    },
  };
}
