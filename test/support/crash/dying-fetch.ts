import type { CallPoint } from './points.ts';

/** A fetch in a process that dies right before, or right after, its n-th call of this method of Slack. */
export function dyingFetch(point: CallPoint | null): typeof globalThis.fetch {
  let calls = 0;
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (point === null || !url.endsWith(`/${point.method}`)) return await fetch(input, init);
    calls += 1;
    if (calls !== point.nth) return await fetch(input, init);
    if (point.at === 'after') await fetch(input, init);
    process.kill(process.pid, 'SIGKILL');
    return await new Promise<never>(() => {});
  };
}
