/** What one run of something took. */
export interface Sample {
  /** By the clock, in milliseconds. */
  readonly wall: number;
  /** Of this process on all its threads, in milliseconds: holds still when others load the machine. */
  readonly cpu: number;
}

export async function timed(work: () => Promise<unknown>): Promise<Sample> {
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  await work();
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wall, cpu: (user + system) / 1_000 };
}

/** One of `count` things that `long` holds more of than `short`, in microseconds. */
export const perItem = (long: Sample, short: Sample, count: number): Sample => ({
  wall: ((long.wall - short.wall) / count) * 1_000,
  cpu: ((long.cpu - short.cpu) / count) * 1_000,
});
