import type { StartTimer } from './timer.ts';

/** A wait that took longer than it may. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
  readonly code = 'took-too-long';

  constructor(ms: number) {
    super(`No answer within ${ms} ms.`);
  }
}

/** What the promise gives, or `TookTooLong`. A late rejection is nobody's any more and is swallowed. */
export function within<T>(startTimer: StartTimer, ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = startTimer(() => reject(new TookTooLong(ms)), ms);
    promise.then(resolve, reject).finally(cancel);
  });
}
