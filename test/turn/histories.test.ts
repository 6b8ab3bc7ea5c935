import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { play } from '../support/turn/history/play.ts';

describe('any history of steps, answers, edits, expiries, revocations and crashes', () => {
  it('runs nothing twice, nothing unapproved, and always sends a transcript the strictest provider accepts', async () => {
    const tape = fc.uint8Array({ minLength: 20, maxLength: 120, size: 'max' });
    const all = fc.assert(
      fc.asyncProperty(tape, async (choices) => {
        await play(choices);
      }),
      { numRuns: 2_500 },
    );
    await expect(all).resolves.toBeUndefined();
  });
});
