import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnsweringOutcome } from '../../../src/conversation/commands.ts';
import { validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { afterAnswer } from '../../../src/slack/listeners/submissions.ts';
import { refusalWords } from '../../../src/slack/words.ts';
import { anApproval, settledStatuses } from '../../support/slack/approvals.ts';

const outcomes: readonly AnsweringOutcome[] = [
  { kind: 'endorsed', have: 1, need: 2 },
  ...settledStatuses.map((status): AnsweringOutcome => ({ kind: 'already-settled', status })),
  ...Object.keys(refusalWords).flatMap((because): AnsweringOutcome[] =>
    isRefusal(because) ? [{ kind: 'refused', because }] : [],
  ),
  { kind: 'unknown-approval' },
];

function isRefusal(because: string): because is keyof typeof refusalWords {
  return because in refusalWords;
}

describe('the view that answers a submitted form', () => {
  it.each(outcomes.map((outcome) => [JSON.stringify(outcome).slice(0, 60), outcome] as const))(
    'is one Slack takes: %s',
    (_, outcome) => {
      const after = afterAnswer(outcome);
      expect(after.kind === 'show' ? validateView(after.view) : after.kind).toEqual({ kind: 'ok' });
    },
  );

  it('is one Slack takes, whatever a tool says is wrong with what was entered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 6_000 }), (reason) => {
        const after = afterAnswer({ kind: 'invalid-edit', reason });
        expect(after.kind === 'show' ? validateView(after.view) : after.kind).toEqual({ kind: 'ok' });
      }),
      { numRuns: 60 },
    );
  });

  it('is none where the card says it', () => {
    expect(afterAnswer({ kind: 'recorded', approval: anApproval() })).toEqual({ kind: 'close' });
  });
});
