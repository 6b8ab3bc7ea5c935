import { describe, expect, it } from 'vitest';
import { realTimer } from '../../src/turn/timer.ts';

describe('the real timer', () => {
  it('calls back, and not once it was cancelled', async () => {
    const called: string[] = [];
    const cancel = realTimer(() => void called.push('cancelled'), 1);
    cancel();
    // Timers of one length fire in the order they were started.
    await new Promise<void>((resolve) => {
      realTimer(() => {
        called.push('kept');
        resolve();
      }, 1);
    });
    expect(called).toEqual(['kept']);
  });
});
