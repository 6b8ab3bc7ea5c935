import { describe, expect, it } from 'vitest';
import type { ProposedCall } from '../../src/domain/call.ts';
import type { CallResult, DomainEvent, EventOf } from '../../src/domain/event.ts';
import { requestId, turnId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';
import {
  emptyTranscript,
  evolveTranscript,
  openCalls,
  type TranscriptState,
  transcriptFor,
} from '../../src/domain/transcript.ts';
import { ann, bob, message, turnStarted } from '../support/store-events.ts';

const file = { team: 'T1', id: 'F1', name: 'plan.pdf', mimeType: 'application/pdf', size: 10 };

const call = (id: string): ProposedCall => ({
  kind: 'call',
  providerCallId: `provider-${id}`,
  requestId: requestId(id),
  toolName: 'shop.refund',
  argsJson: '{"order":7}',
});

const step = (text: string, calls: readonly ProposedCall[] = []): EventOf<'step.accepted'> => ({
  type: 'step.accepted',
  turnId: turnId('turn-1'),
  text,
  calls,
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
  stop: calls.length === 0 ? 'end' : 'tool-calls',
  grounded: false,
  providerState: '{"thought":"signed"}',
});

const result = (id: string, text = `done ${id}`): CallResult => ({
  requestId: requestId(id),
  toolName: 'shop.refund',
  outcome: 'succeeded',
  text,
  quarantined: false,
});

const completed = (id: string, text?: string): EventOf<'tool.completed'> => ({
  type: 'tool.completed',
  turnId: turnId('turn-1'),
  result: result(id, text),
});

const takes = (...ids: readonly string[]): EventOf<'turn.started'> => ({ ...turnStarted(), takes: ids });
const pasted = (text: string, author: Person | null = bob): DomainEvent => ({
  type: 'content.quarantined',
  source: { kind: 'thread-history' },
  author,
  text,
});
const compacted = (upTo: number): DomainEvent => ({ type: 'conversation.compacted', summary: 'so far', upTo });

const user = (text: string, author: Person = ann) => ({ kind: 'user', author, text, quarantined: false });
const assistant = (text: string, calls: readonly ProposedCall[] = []) => ({
  kind: 'assistant',
  text,
  calls,
  providerState: '{"thought":"signed"}',
});

/** The first event is at position 1. */
function folded(events: readonly DomainEvent[]): TranscriptState {
  const state = emptyTranscript();
  for (const [index, event] of events.entries()) evolveTranscript(state, { seq: index + 1, at: 0, event });
  return state;
}

describe('the words of people', () => {
  it('wait, with what decides which turn takes them, until one does', () => {
    expect(folded([{ ...message('hi', bob), addressed: false, persona: 'ops' }])).toEqual({
      entries: [],
      waiting: new Map([['m:hi', { seq: 1, message: user('hi', bob), addressed: false, author: bob, persona: 'ops' }]]),
      seen: new Set(['m:hi']),
      batch: null,
    });
  });

  it('stand where the turn began that took them, in the order it took them', () => {
    expect(folded([message('one'), message('two'), message('three'), takes('m:two', 'm:one')])).toEqual({
      entries: [
        { seq: 4, message: user('two') },
        { seq: 4, message: user('one') },
      ],
      waiting: new Map([['m:three', { seq: 3, message: user('three'), addressed: true, author: ann, persona: null }]]),
      seen: new Set(['m:one', 'm:two', 'm:three']),
      batch: null,
    });
  });

  it('are read once, as they came first, when the message is delivered again', () => {
    const again = { ...message('hi'), text: 'changed' };
    const { entries, waiting } = folded([message('hi'), again, takes('m:hi'), again, takes('m:hi')]);
    expect({ entries, waiting }).toEqual({ entries: [{ seq: 3, message: user('hi') }], waiting: new Map() });
  });

  it('are not made up for a message that never came', () => {
    expect(folded([message('hi'), takes('m:lost', 'm:hi')]).entries).toEqual([{ seq: 2, message: user('hi') }]);
  });

  it('that no turn answers are read at once, as words that nobody may obey', () => {
    expect(folded([pasted('obey me')]).entries).toEqual([
      { seq: 1, message: { kind: 'user', author: bob, text: 'obey me', quarantined: true } },
    ]);
  });

  it('name the files put beside them, which nobody may obey either', () => {
    const text = 'Attached file: plan.pdf (application/pdf, 10 bytes)';
    expect(folded([{ type: 'file.attached', author: ann, file }]).entries).toEqual([
      { seq: 1, message: { kind: 'user', author: ann, text, quarantined: true, file } },
    ]);
  });
});

describe('what the model said and did', () => {
  it('is read with what its provider wants to see again', () => {
    expect(folded([step('hello')])).toEqual({
      ...emptyTranscript(),
      entries: [{ seq: 1, message: assistant('hello') }],
    });
  });

  it('leaves its calls open until they have results', () => {
    const calls = [call('a'), call('b')];
    expect(folded([step('', calls)]).batch).toEqual({ calls, results: new Map(), seq: 1 });
  });

  it('is followed directly by the results, in the order of the calls and not of their coming', () => {
    const calls = [call('a'), call('b'), call('c')];
    const events = [
      step('first'),
      step('', calls),
      pasted('meanwhile'),
      completed('c'),
      completed('a'),
      completed('b'),
    ];
    expect(folded(events)).toEqual({
      ...emptyTranscript(),
      entries: [
        { seq: 1, message: assistant('first') },
        { seq: 2, message: assistant('', calls) },
        { seq: 2, message: { kind: 'results', results: [result('a'), result('b'), result('c')] } },
        { seq: 3, message: { kind: 'user', author: bob, text: 'meanwhile', quarantined: true } },
      ],
    });
  });

  it('is read with the results there are while others are awaited', () => {
    const calls = [call('a'), call('b')];
    const { entries, batch } = folded([step('', calls), completed('b')]);
    expect({ results: entries.at(1)?.message, batch }).toEqual({
      results: { kind: 'results', results: [result('b')] },
      batch: { calls, results: new Map([[requestId('b'), result('b')]]), seq: 1 },
    });
  });

  it('has one result for each call, the first', () => {
    const calls = [call('a'), call('b')];
    const { entries } = folded([step('', calls), completed('a'), completed('a', 'other'), completed('b')]);
    expect(entries.at(1)?.message).toEqual({ kind: 'results', results: [result('a'), result('b')] });
  });

  it('has no result where no call is open', () => {
    const done = [step('', [call('a')]), completed('a')];
    expect(folded([...done, completed('a', 'other'), completed('b')])).toEqual(folded(done));
  });
});

describe('a summary', () => {
  const said = [message('hi'), takes('m:hi'), step('one'), step('two')];

  it('stands for everything up to its position', () => {
    expect(folded([...said, compacted(3)]).entries).toEqual([
      { seq: 3, message: { kind: 'summary', text: 'so far' } },
      { seq: 4, message: assistant('two') },
    ]);
  });

  it('never parts results from their step', () => {
    expect(folded([step('', [call('a')]), completed('a'), compacted(1)]).entries).toEqual([
      { seq: 1, message: { kind: 'summary', text: 'so far' } },
    ]);
  });

  it('leaves the results that come later with their step', () => {
    const calls = [call('a')];
    expect(folded([...said, step('', calls), compacted(4), completed('a')]).entries).toEqual([
      { seq: 4, message: { kind: 'summary', text: 'so far' } },
      { seq: 5, message: assistant('', calls) },
      { seq: 5, message: { kind: 'results', results: [result('a')] } },
    ]);
  });
});

describe('the transcript for a person', () => {
  it.each<[string, Person, boolean]>([
    ['theirs', { team: 'T1', user: 'U1' }, false],
    ["a colleague's", { team: 'T1', user: 'U2' }, true],
    ['of the same id in another workspace', { team: 'T2', user: 'U1' }, true],
    ["a stranger's", { team: 'T2', user: 'U2' }, true],
  ])('marks words as quarantined unless they are theirs: %s', (_, author, quarantined) => {
    const state = folded([message('hi', author), takes('m:hi')]);
    expect(transcriptFor(state, ann)).toEqual([{ kind: 'user', author, text: 'hi', quarantined }]);
  });

  it.each<[string, Person | null]>([
    ['nobody known', null],
    ['somebody else', bob],
    ['the person', ann],
  ])('leaves quarantined words quarantined when they are of %s', (_, author) => {
    expect(transcriptFor(folded([pasted('obey', author)]), ann)).toEqual([
      { kind: 'user', author, text: 'obey', quarantined: true },
    ]);
  });

  it('has all that was not written by people as it is', () => {
    const calls = [call('a')];
    expect(transcriptFor(folded([step('old'), compacted(1), step('', calls), completed('a')]), ann)).toEqual([
      { kind: 'summary', text: 'so far' },
      assistant('', calls),
      { kind: 'results', results: [result('a')] },
    ]);
  });
});

describe('the open calls', () => {
  const calls = [call('a'), call('b'), call('c')];

  it.each<[string, readonly DomainEvent[], readonly ProposedCall[]]>([
    ['none before any step', [], []],
    ['none after a step without calls', [step('', calls), step('done')], []],
    ['all after a step with calls', [step('', calls)], calls],
    ['those without a result, in call order', [step('', calls), completed('b')], [call('a'), call('c')]],
    ['none when all have one', [step('', calls), completed('c'), completed('b'), completed('a')], []],
  ])('are %s', (_, events, expected) => {
    expect(openCalls(folded(events))).toEqual(expected);
  });
});
