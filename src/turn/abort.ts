import { ABORT_GRACE_MS } from './limits.ts';
import type { RunTurnOptions } from './options.ts';

/**
 * Waits for work that should end soon once the turn is stopped. Work that ignores the signal is left behind after a
 * grace: the answer is `abandoned`, and the work can see that nobody listens any more.
 */
export async function withAbortGrace<T>(
  { signal, startTimer }: Pick<RunTurnOptions, 'signal' | 'startTimer'>,
  work: (abandoned: () => boolean) => Promise<T>,
): Promise<T | 'abandoned'> {
  let left = false;
  let cancel = (): void => {};
  const { promise, resolve } = Promise.withResolvers<'abandoned'>();
  const onAbort = (): void => {
    cancel = startTimer(() => {
      left = true;
      resolve('abandoned');
    }, ABORT_GRACE_MS);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(() => left), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    cancel();
  }
}
