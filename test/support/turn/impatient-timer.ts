import { ABORT_GRACE_MS } from '../../../src/turn/limits.ts';
import type { StartTimer } from '../../../src/turn/timer.ts';

/** Timers that are due at once: whatever waits for one has waited long enough. */
export const impatient: StartTimer = (due) => {
  const timer = setImmediate(due);
  return () => clearImmediate(timer);
};

/** Only the grace after a stop is over at once; nothing else ever takes too long. */
export const graceOnly: StartTimer = (due, ms) => (ms === ABORT_GRACE_MS ? impatient(due, ms) : () => {});
