import { describe, expect, it } from 'vitest';
import { type ApprovalsState, emptyApprovals, evolveApprovals } from '../../src/domain/approvals.ts';
import type { DomainEvent, OutcomeAnswer } from '../../src/domain/event.ts';
import { approvalId, requestId } from '../../src/domain/ids.ts';
import { everyEvent } from '../support/every-event.ts';
import { ann, bob } from '../support/store-events.ts';

const call = requestId('r-a');
const other = requestId('r-b');
const q = approvalId('q');
const { 'tool.dispatched': dispatched, 'tool.completed': completed, 'outcome.questioned': questioned } = everyEvent;
const answered = (answer: OutcomeAnswer, change: object = {}): DomainEvent => ({
  ...everyEvent['outcome.answered'],
  answer,
  ...change,
});

/** The n-th event is written at n * 100. */
function folded(...events: readonly DomainEvent[]): ApprovalsState {
  const state = emptyApprovals();
  for (const [index, event] of events.entries()) {
    evolveApprovals(state, { seq: index + 1, at: (index + 1) * 100, event });
  }
  return state;
}

const dispatch = {
  requestId: call,
  toolName: 'shop.refund',
  effectiveArgsJson: '{"order":8}',
  toolDefHash: 'd1',
  effect: 'once',
  idempotencyKey: 'key-1',
  ground: { kind: 'approved', approvalId: approvalId('a') },
  epoch: 1,
  attempts: 1,
  outcome: null,
  question: null,
  answer: null,
};
const question = {
  requestId: call,
  toolName: 'shop.refund',
  effectiveArgsJson: '{"order":8}',
  askedAt: 200,
  answer: null,
  outcome: null,
};

describe('a call that was let through', () => {
  it('is known with what it was handed and why, before it has a result', () => {
    expect(folded(dispatched)).toEqual({ ...emptyApprovals(), dispatches: new Map([[call, dispatch]]) });
  });

  it('has its result once it is complete', () => {
    expect(folded(dispatched, completed)).toEqual({
      ...emptyApprovals(),
      dispatches: new Map([[call, { ...dispatch, outcome: 'succeeded' }]]),
      results: new Map([[call, 'succeeded']]),
    });
  });

  it('keeps its first result', () => {
    const failed: DomainEvent = { ...completed, result: { ...completed.result, outcome: 'failed' } };
    expect(folded(dispatched, completed, failed)).toEqual(folded(dispatched, completed));
  });

  it('has a result without having run where it was refused', () => {
    const refused: DomainEvent = { ...completed, result: { ...completed.result, outcome: 'refused' } };
    expect(folded(refused)).toEqual({ ...emptyApprovals(), results: new Map([[call, 'refused']]) });
  });

  it('counts its attempts, the last of which has no result, question or answer yet', () => {
    const again: DomainEvent = { ...dispatched, epoch: 2 };
    const state = folded(dispatched, questioned, answered('run-again'), again, again);
    expect(state.dispatches.get(call)).toEqual({ ...dispatch, epoch: 2, attempts: 3 });
  });
});

describe('the question whether a call ran', () => {
  it('is raised about what was handed to the tool', () => {
    expect(folded(dispatched, questioned)).toEqual({
      ...emptyApprovals(),
      dispatches: new Map([[call, { ...dispatch, question: q }]]),
      questions: new Map([[q, question]]),
    });
  });

  it('is not raised about a call that was never dispatched', () => {
    expect(folded({ ...questioned, requestId: other })).toEqual(emptyApprovals());
  });

  it.each<OutcomeAnswer>(['ran', 'run-again', 'give-up'])('is answered with %s by the person who says so', (kind) => {
    const answer = { kind, by: bob };
    expect(folded(dispatched, questioned, answered(kind))).toEqual({
      ...emptyApprovals(),
      dispatches: new Map([[call, { ...dispatch, question: q, answer }]]),
      questions: new Map([[q, { ...question, answer }]]),
    });
  });

  it('keeps its first answer', () => {
    const state = folded(dispatched, questioned, answered('give-up'), answered('run-again', { by: ann }));
    expect(state).toEqual(folded(dispatched, questioned, answered('give-up')));
  });

  it.each([
    ['the id of another question', { approvalId: approvalId('q2') }],
    ['another call', { requestId: other }],
  ])('is not answered under %s', (_what, change) => {
    expect(folded(dispatched, questioned, answered('ran', change))).toEqual(folded(dispatched, questioned));
  });

  it('is not answered before it is asked', () => {
    expect(folded(dispatched, answered('ran'))).toEqual(folded(dispatched));
  });

  it('of an earlier attempt says nothing about the attempt after it', () => {
    const state = folded(dispatched, questioned, answered('run-again'), dispatched, answered('ran'));
    expect([state.dispatches.get(call)?.answer, state.questions.get(q)?.answer?.kind]).toEqual([null, 'run-again']);
  });

  it('has what the model was told in the end', () => {
    const unknown: DomainEvent = { ...completed, result: { ...completed.result, outcome: 'unknown' } };
    expect(folded(dispatched, questioned, unknown).questions).toEqual(
      new Map([[q, { ...question, outcome: 'unknown' }]]),
    );
  });

  it('of an earlier attempt is not given the result of the attempt after it', () => {
    const state = folded(dispatched, questioned, answered('run-again'), dispatched, completed);
    expect(state.questions).toEqual(new Map([[q, { ...question, answer: { kind: 'run-again', by: bob } }]]));
  });
});
