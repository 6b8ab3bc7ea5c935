import { describe, expect, it } from 'vitest';
import { fold } from '../../src/domain/conversation.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { owedBy } from '../../src/domain/owed-by.ts';
import { anAnswer, anElicitation } from '../support/elicitations.ts';
import { ann, asked, bob, decided, message, revoked, turnStarted } from '../support/store-events.ts';

const askedBy = (id: string, call: string): DomainEvent => ({
  type: 'elicitation.asked',
  asked: anElicitation({ approvalId: approvalId(id), requestId: requestId(call) }),
});
const answered: DomainEvent = {
  type: 'elicitation.answered',
  signed: {
    version: 1,
    answer: anAnswer({ elicitation: approvalId('q') }),
    signature: { kid: 'k1', value: 'AA' },
  },
};
const posted = (id: string): DomainEvent => ({
  type: 'card.posted',
  approvalId: approvalId(id),
  card: { channel: 'C1', message: '1.1' },
});
const expired = (id: string): DomainEvent => ({ type: 'approval.expired', approvalId: approvalId(id) });
const questionExpired = (id: string): DomainEvent => ({ type: 'elicitation.expired', approvalId: approvalId(id) });
const questioned = (id: string): DomainEvent => ({
  type: 'outcome.questioned',
  approvalId: approvalId('o'),
  requestId: requestId(id),
  toolName: 'shop.refund',
});
const dispatched = (id: string): DomainEvent => ({
  type: 'tool.dispatched',
  turnId: turnId('turn-1'),
  call: { requestId: requestId(id), toolName: 'shop.refund', argsJson: '{}' },
  effectiveArgsJson: '{}',
  toolDefHash: 'd1',
  effect: 'once',
  idempotencyKey: 'k1',
  epoch: 1,
  ground: { kind: 'ungated' },
});
const completed = (id: string): DomainEvent => ({
  type: 'tool.completed',
  turnId: turnId('turn-1'),
  result: { requestId: requestId(id), toolName: 'shop.refund', outcome: 'succeeded', text: '', quarantined: false },
});

/** What is owed by `event` after `before`. */
function owed(before: readonly DomainEvent[], event: DomainEvent): readonly string[] {
  const events = before.map((each, index) => ({ seq: index + 1, at: (index + 1) * 1_000, event: each }));
  return owedBy(event, fold(conversationId('c1'), events));
}

describe('what people must be shown because of an event', () => {
  it.each<[string, DomainEvent, readonly string[]]>([
    ['a question about a call', asked('b'), ['card:b']],
    ['one of several approvals', { ...decided('a'), type: 'approval.endorsed' }, ['card:a']],
    ['a decision', decided('a'), ['card:a']],
    ['the end of its time', expired('a'), ['card:a']],
    [
      'a message that makes it moot',
      { type: 'approval.superseded', approvalId: approvalId('a'), messageId: 'm' },
      ['card:a'],
    ],
    [
      'its cancellation',
      { type: 'approval.cancelled', approvalId: approvalId('a'), by: ann, because: 'stop' },
      ['card:a'],
    ],
    [
      'more time for it',
      { type: 'approval.extended', approvalId: approvalId('a'), by: bob, expiresAt: 3_000 },
      ['card:a'],
    ],
    ['a question whether it ran', questioned('r-a'), ['outcome:o']],
    [
      'an answer whether it ran',
      {
        type: 'outcome.answered',
        approvalId: approvalId('o'),
        requestId: requestId('r-a'),
        answer: 'ran',
        by: ann,
      },
      ['outcome:o'],
    ],
    ["a server's question", askedBy('q2', 'r-b'), ['elicitation:q2']],
    ["an answer to a server's question", answered, ['elicitation:q']],
    ["the end of the time for a server's question", questionExpired('q'), ['elicitation:q']],
  ])('is the card it changes: %s', (_, event, keys) => {
    expect(owed([turnStarted(), asked('a'), askedBy('q', 'r-a')], event)).toEqual(keys);
  });

  it.each<[string, readonly DomainEvent[], readonly string[]]>([
    ['nothing for a call nobody was asked about', [], []],
    ['the card the call was asked on', [asked('a')], ['card:a']],
    ['nothing where it ran unasked', [dispatched('r-a')], []],
    ['the question whether it ran', [dispatched('r-a'), questioned('r-a')], ['outcome:o']],
    ["the open question of the call's server", [askedBy('q', 'r-a'), askedBy('q2', 'r-b')], ['elicitation:q']],
    ["no settled question of the call's server", [askedBy('q', 'r-a'), answered], []],
    [
      'all of them',
      [askedBy('q', 'r-a'), asked('a'), decided('a'), dispatched('r-a'), questioned('r-a')],
      ['card:a', 'outcome:o', 'elicitation:q'],
    ],
  ])('is, when a call has its result, %s', (_, before, keys) => {
    expect(owed(before, completed('r-a'))).toEqual(keys);
  });

  it.each<[string, readonly DomainEvent[], string, readonly string[]]>([
    ['not while its question is open', [asked('a')], 'a', []],
    ['not while its question is open, whatever became of another', [asked('a'), asked('b'), expired('b')], 'a', []],
    ['when its question was settled meanwhile', [asked('a'), expired('a')], 'a', ['card:a']],
    ["not while a server's question is open", [askedBy('q', 'r-a')], 'q', []],
    [
      "when a server's question was settled meanwhile",
      [askedBy('q', 'r-a'), questionExpired('q')],
      'q',
      ['elicitation:q'],
    ],
    ['not where nobody asked', [], 'x', []],
  ])('is a card that was just posted once more, %s', (_, before, id, keys) => {
    expect(owed(before, posted(id))).toEqual(keys);
  });

  it.each<[string, readonly DomainEvent[], readonly string[]]>([
    ['nothing where no server asks', [asked('a')], []],
    [
      'every open question of a server',
      [askedBy('q', 'r-a'), askedBy('q2', 'r-b'), askedBy('q3', 'r-c'), questionExpired('q2')],
      ['elicitation:q', 'elicitation:q3'],
    ],
  ])('is, when a turn starts, %s', (_, before, keys) => {
    expect(owed(before, turnStarted())).toEqual(keys);
  });

  it.each<DomainEvent>([
    message('hi'),
    revoked('a'),
    dispatched('r-a'),
    { type: 'stop.requested', by: ann },
    { type: 'taint.cleared', by: ann },
    { type: 'approval.reminded', approvalId: approvalId('a') },
  ])('is nothing for $type', (event) => {
    expect(owed([asked('a'), askedBy('q', 'r-a')], event)).toEqual([]);
  });
});
