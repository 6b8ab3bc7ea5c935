import { describe, expect, it } from 'vitest';
import { within } from '../../src/turn/within.ts';
import { handTimers } from '../support/turn/hand-timers.ts';

describe('a wait with an end', () => {
  it('gives what came in time and lets go of the clock', async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    expect(await within(() => cancel, 5, Promise.resolve('in time'))).toBe('in time');
    await cancelled;
  });

  it('fails with how long it waited, under a code of its own', async () => {
    const { startTimer, ring } = handTimers();
    const wait = within(startTimer, 5, new Promise(() => {}));
    ring();
    await expect(wait).rejects.toMatchObject({
      name: 'TookTooLong',
      code: 'took-too-long',
      message: 'No answer within 5 ms.',
    });
  });

  it('hands on what was thrown in time', async () => {
    const { startTimer } = handTimers();
    const thrown = new Error('x');
    await expect(within(startTimer, 5, Promise.reject(thrown))).rejects.toBe(thrown);
  });

  it('swallows what is thrown too late', async () => {
    const { startTimer, ring } = handTimers();
    const { promise, reject } = Promise.withResolvers<never>();
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const wait = within(startTimer, 5, promise);
    ring();
    await wait.catch(() => {});
    reject(new Error('late'));
    // Node reports a rejection nobody took once the microtasks are done.
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
