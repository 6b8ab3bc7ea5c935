import { describe, expect, it } from 'vitest';
import { TurnLost } from '../../src/turn/journal.ts';

describe('a turn that was lost', () => {
  it.each(['fenced', 'stopped'] as const)('says that it was %s, under a code of its own', (because) => {
    const cause = new Error('the claim is gone');
    expect(new TurnLost(because, { cause })).toMatchObject({
      name: 'TurnLost',
      code: 'turn-lost',
      because,
      message: `The turn was ${because}.`,
      cause,
    });
  });
});
