/** Calls back once after a number of milliseconds unless cancelled before; returns the cancellation. */
export type StartTimer = (run: () => void, ms: number) => () => void;

export const realTimer: StartTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
