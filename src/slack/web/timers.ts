/** Waiting, in milliseconds. Tests bring their own; `after` gives back what cancels it. */
export interface Timers {
  now(): number;
  after(ms: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export const wait = (timers: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timers.after(ms, resolve);
  });

/** The value, or `otherwise` when it takes longer than `ms`. The work goes on; its later failure is nobody's. */
export async function within<T, U>(timers: Timers, ms: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  let cancel = (): void => {};
  const late = new Promise<U>((resolve) => {
    cancel = timers.after(ms, () => resolve(otherwise));
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}
