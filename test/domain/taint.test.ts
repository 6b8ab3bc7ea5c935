import { describe, expect, it } from 'vitest';
import type { DomainEvent, EventOf, TaintSource } from '../../src/domain/event.ts';
import { conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { type Person, personKey } from '../../src/domain/person.ts';
import { emptyTaint, evolveTaint, isTainted, type TaintState, taintFor } from '../../src/domain/taint.ts';
import { ann, bob, message, pruned, turnStarted } from '../support/store-events.ts';

const takes = (...ids: readonly string[]): EventOf<'turn.started'> => ({ ...turnStarted(), takes: ids });
const history: DomainEvent = {
  type: 'content.quarantined',
  source: { kind: 'thread-history' },
  author: null,
  text: 'x',
};
const attached: DomainEvent = {
  type: 'file.attached',
  author: ann,
  file: { team: 'T1', id: 'F1', name: 'plan.pdf', mimeType: 'application/pdf', size: 10 },
};
const cleared: DomainEvent = { type: 'taint.cleared', by: ann };

const step = (grounded: boolean): DomainEvent => ({
  type: 'step.accepted',
  turnId: turnId('turn-1'),
  text: 'found',
  calls: [],
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
  stop: 'end',
  grounded,
  providerState: null,
});

const completed = (quarantined: boolean): DomainEvent => ({
  type: 'tool.completed',
  turnId: turnId('turn-1'),
  result: { requestId: requestId('r1'), toolName: 'web.fetch', outcome: 'succeeded', text: 'page', quarantined },
});

function prunedWhere(tainted: boolean): DomainEvent {
  const event = pruned(conversationId('c1'), 3);
  return { ...event, signed: { ...event.signed, tombstone: { ...event.signed.tombstone, tainted } } };
}

function folded(events: readonly DomainEvent[]): TaintState {
  const state = emptyTaint();
  for (const [index, event] of events.entries()) evolveTaint(state, { seq: index + 1, at: 0, event });
  return state;
}

describe('untrusted content', () => {
  it.each<[string, DomainEvent, readonly TaintSource[]]>([
    ['words nobody may obey', history, [{ kind: 'thread-history' }]],
    ['a file', attached, [{ kind: 'attachment' }]],
    ['an answer from a web search', step(true), [{ kind: 'web-search' }]],
    ["no answer out of the model's own head", step(false), []],
    ['a result from outside', completed(true), [{ kind: 'tool-result', toolName: 'web.fetch' }]],
    ['no result of our own making', completed(false), []],
    ['what was pruned where it was untrusted', prunedWhere(true), [{ kind: 'unreadable-history' }]],
    ['not what was pruned where it was clean', prunedWhere(false), []],
    ['no message while no turn has taken it', message('hi', bob), []],
  ])('is %s', (_, event, sources) => {
    expect(folded([event]).sources).toEqual(sources);
  });

  it('is kept whatever comes after it', () => {
    const compacted: DomainEvent = { type: 'conversation.compacted', summary: 's', upTo: 1 };
    expect(folded([history, attached, compacted]).sources).toEqual([
      { kind: 'thread-history' },
      { kind: 'attachment' },
    ]);
  });

  it('is forgotten, with the authors, when a person clears it', () => {
    const events = [message('a'), message('b', bob), takes('m:a', 'm:b'), history, cleared];
    expect(folded(events)).toEqual(emptyTaint());
  });

  it('taints again after it was cleared', () => {
    expect(folded([history, cleared, attached]).sources).toEqual([{ kind: 'attachment' }]);
  });
});

describe('the authors of a conversation', () => {
  it('are those whose messages a turn has taken', () => {
    expect(folded([message('a'), message('b', bob), takes('m:lost', 'm:a')])).toEqual({
      sources: [],
      authors: new Map([[personKey(ann), ann]]),
      waiting: new Map([['m:b', bob]]),
    });
  });

  it('are counted once each', () => {
    expect(folded([message('a'), message('b'), takes('m:a', 'm:b')]).authors).toEqual(new Map([[personKey(ann), ann]]));
  });

  it('do not come back with a later turn after they were cleared', () => {
    const events = [message('a', bob), takes('m:a'), cleared, takes('m:a')];
    expect(folded(events)).toEqual(emptyTaint());
  });
});

describe('a conversation', () => {
  const both = [message('a'), message('b', bob), takes('m:a', 'm:b')];
  const namesake: Person = { team: 'T2', user: ann.user };

  it.each<[string, readonly DomainEvent[], boolean]>([
    ['is clean while it is empty', [], false],
    ['is clean with one author', [message('a'), takes('m:a')], false],
    ['is tainted by a second author', both, true],
    ['is tainted by untrusted content alone', [history], true],
  ])('%s', (_, events, tainted) => {
    expect(isTainted(folded(events))).toBe(tainted);
  });

  it.each<[string, readonly DomainEvent[], Person, TaintSource | null]>([
    ['while it is empty', [], ann, null],
    ['with their own words only', [message('a'), takes('m:a')], ann, null],
    ["with another's words only", [message('a'), takes('m:a')], bob, { kind: 'participant', person: ann }],
    ["with another's words after their own", both, ann, { kind: 'participant', person: bob }],
    ["with another's words before their own", both, bob, { kind: 'participant', person: ann }],
    ["with a namesake's words", [message('a', namesake), takes('m:a')], ann, { kind: 'participant', person: namesake }],
    ['with untrusted content, which is named first', [...both, attached, history], ann, { kind: 'attachment' }],
  ])('names the first thing a person cannot trust in it: %s', (_, events, principal, source) => {
    expect(taintFor(folded(events), principal)).toEqual(source);
  });
});
