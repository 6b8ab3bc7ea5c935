import { describe, expect, it } from 'vitest';
import { approvalId, turnId } from '../../src/domain/ids.ts';
import {
  owedAnswer,
  owedCard,
  owedDeferred,
  owedElicitation,
  owedEnding,
  owedNudge,
  owedOutcome,
  owedWaiting,
} from '../../src/domain/owed.ts';

describe('what is owed', () => {
  it.each([
    [owedCard(approvalId('a')), 'card:a'],
    [owedOutcome(approvalId('a')), 'outcome:a'],
    [owedElicitation(approvalId('a')), 'elicitation:a'],
    [owedNudge(approvalId('a')), 'nudge:a'],
    [owedAnswer(turnId('t')), 'answer:t'],
    [owedEnding(turnId('t')), 'ending:t'],
    [owedWaiting(turnId('t')), 'waiting:t'],
    [owedDeferred(turnId('t')), 'deferred:t'],
  ])('is spelled as the rows of an outbox that outlives this process have it: %s', (key, stored) => {
    expect(key).toBe(stored);
  });
});
