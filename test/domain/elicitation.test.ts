import { describe, expect, it } from 'vitest';
import {
  type AskedElicitation,
  type ElicitationsState,
  endedBy,
  evolveElicitations,
} from '../../src/domain/elicitation.ts';
import type { DomainEvent, EventOf } from '../../src/domain/event.ts';
import { approvalId, requestId, turnId } from '../../src/domain/ids.ts';
import { anAnswer, anElicitation } from '../support/elicitations.ts';
import { turnStarted } from '../support/store-events.ts';

const one = anElicitation();
const two = anElicitation({ approvalId: approvalId('question-2'), requestId: requestId('call-2') });
const askOne: DomainEvent = { type: 'elicitation.asked', asked: one };
const askTwo: DomainEvent = { type: 'elicitation.asked', asked: two };

const answered = (elicitation: string): EventOf<'elicitation.answered'> => ({
  type: 'elicitation.answered',
  signed: {
    version: 1,
    answer: anAnswer({ elicitation: approvalId(elicitation) }),
    signature: { kid: 'k1', value: 'AA' },
  },
});
const expired = (id: string): DomainEvent => ({ type: 'elicitation.expired', approvalId: approvalId(id) });
const posted = (id: string, message: string): DomainEvent => ({
  type: 'card.posted',
  approvalId: approvalId(id),
  card: { channel: 'C1', message },
});
const completed = (id: string): DomainEvent => ({
  type: 'tool.completed',
  turnId: turnId('turn-1'),
  result: {
    requestId: requestId(id),
    toolName: 'github.create_issue',
    outcome: 'succeeded',
    text: '',
    quarantined: false,
  },
});
const stopRequested: DomainEvent = { type: 'stop.requested', by: one.principal };

/** The first event is at 1000 ms, each later one a second after. */
function folded(events: readonly DomainEvent[]): ElicitationsState {
  const state: ElicitationsState = new Map();
  for (const [index, event] of events.entries())
    evolveElicitations(state, { seq: index + 1, at: (index + 1) * 1_000, event });
  return state;
}

const open: AskedElicitation = { asked: one, status: { kind: 'pending' }, cards: [], settledAt: null };
const otherOpen: AskedElicitation = { ...open, asked: two };
const theFirst = (events: readonly DomainEvent[]) => folded(events).get(one.approvalId);

describe("a server's question", () => {
  it('is open from when it is asked', () => {
    expect(folded([askOne])).toEqual(new Map([[one.approvalId, open]]));
  });

  it('is asked once', () => {
    const again: DomainEvent = { type: 'elicitation.asked', asked: anElicitation({ message: 'Another?' }) };
    expect(theFirst([askOne, expired('question-1'), again])).toEqual({
      ...open,
      status: { kind: 'closed', because: 'expired' },
      settledAt: 2_000,
    });
  });

  it('has its own cards, first posted first', () => {
    const events = [askOne, posted('question-1', '1.1'), posted('question-1', '2.2'), posted('approval-9', '3.3')];
    expect(theFirst(events)?.cards).toEqual([
      { channel: 'C1', message: '1.1' },
      { channel: 'C1', message: '2.2' },
    ]);
  });

  it.each<[string, DomainEvent, AskedElicitation['status']]>([
    ['an answer', answered('question-1'), { kind: 'answered', signed: answered('question-1').signed }],
    ['the end of its time', expired('question-1'), { kind: 'closed', because: 'expired' }],
    ['a result for the call that asked', completed('call-1'), { kind: 'closed', because: 'call-over' }],
  ])('is settled by %s and leaves the others open', (_, event, status) => {
    expect(folded([askOne, askTwo, event])).toEqual(
      new Map([
        [one.approvalId, { ...open, status, settledAt: 3_000 }],
        [two.approvalId, otherOpen],
      ]),
    );
  });

  it('does not outlive the run that asked it: a new turn closes every open one', () => {
    const over = { status: { kind: 'closed', because: 'call-over' }, settledAt: 3_000 };
    expect(folded([askOne, askTwo, turnStarted()])).toEqual(
      new Map([
        [one.approvalId, { ...open, ...over }],
        [two.approvalId, { ...otherOpen, ...over }],
      ]),
    );
  });

  it.each<[string, DomainEvent]>([
    ['an answer', answered('question-1')],
    ['the end of its time', expired('question-1')],
    ['a result', completed('call-1')],
    ['a new turn', turnStarted()],
  ])('that is settled is not settled again by %s', (_, event) => {
    const declined = { ...answered('question-1').signed, answer: anAnswer({ action: 'decline', contentJson: null }) };
    const settled: DomainEvent = { type: 'elicitation.answered', signed: declined };
    expect(theFirst([askOne, settled, event])).toEqual(theFirst([askOne, settled]));
  });

  it.each<[string, DomainEvent]>([
    ['an answer', answered('question-9')],
    ['the end of time', expired('question-9')],
    ['a card', posted('question-9', '1.1')],
    ['a result', completed('call-9')],
    ['a request to stop', stopRequested],
  ])('is left open by %s that is not its own', (_, event) => {
    expect(folded([askOne, event])).toEqual(folded([askOne]));
  });
});

describe('the questions nobody waits for any more', () => {
  const state = folded([askOne, askTwo]);
  const half = folded([askOne, askTwo, expired('question-1')]);

  it.each<[string, ElicitationsState, DomainEvent, readonly string[]]>([
    ['those of a call with a result', state, completed('call-2'), ['question-2']],
    ['none where the call asked nothing', state, completed('call-9'), []],
    ['all of them when a turn starts', state, turnStarted(), ['question-1', 'question-2']],
    ['none that is settled, when a turn starts', half, turnStarted(), ['question-2']],
    ['none that is settled, when its call has a result', half, completed('call-1'), []],
    ['none at a request to stop', state, stopRequested, []],
  ])('are %s', (_, asked, event, ids) => {
    expect(endedBy(asked, event).map((ended) => ended.asked.approvalId)).toEqual(ids);
  });
});
