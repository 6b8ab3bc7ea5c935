import type { Timers } from '../../../src/slack/web/timers.ts';

export interface VirtualTimers extends Timers {
  /** Lets time pass, as far as somebody waits for it, until the work is done. */
  run<T>(work: Promise<T>): Promise<T>;
  /** Moves the clock on; whatever falls due on the way runs. */
  pass(ms: number): Promise<void>;
}

/** More steps than any test needs: beyond it something waits for what never comes. */
const STEPS = 100_000;

/** Time that passes only when everything else has come to rest. */
export function virtualTimers(start = 1_700_000_000_000): VirtualTimers {
  let now = start;
  let count = 0;
  const waiting = new Map<number, { readonly at: number; readonly run: () => void }>();
  const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const next = () => [...waiting].sort(([a, left], [b, right]) => left.at - right.at || a - b).at(0);
  const fire = (id: number, timer: { readonly at: number; readonly run: () => void }): void => {
    waiting.delete(id);
    now = Math.max(now, timer.at);
    timer.run();
  };
  return {
    now: () => now,
    after(ms, run) {
      count += 1;
      const id = count;
      waiting.set(id, { at: now + Math.max(0, ms), run });
      return () => waiting.delete(id);
    },
    async run(work) {
      let settled = false;
      const mark = (): void => {
        settled = true;
      };
      work.then(mark, mark);
      for (let step = 0; step < STEPS; step += 1) {
        await rest();
        if (settled) return await work;
        const [id, timer] = next() ?? [];
        if (id !== undefined && timer !== undefined) fire(id, timer);
      }
      throw new Error('Nothing waits any more, and the work is not done');
    },
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        await rest();
        const [id, timer] = next() ?? [];
        if (id === undefined || timer === undefined || timer.at > until) break;
        fire(id, timer);
      }
      now = until;
      await rest();
    },
  };
}
