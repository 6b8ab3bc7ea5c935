import { describe, expect, it } from 'vitest';
import { type Conversation, emptyConversation, evolve, fold } from '../../src/domain/conversation.ts';
import type { DomainEvent, EventType } from '../../src/domain/event.ts';
import { conversationId } from '../../src/domain/ids.ts';
import { everyEvent } from '../support/every-event.ts';
import { remembered } from '../support/store-events.ts';

const here = conversationId('c1');
const {
  'message.received': received,
  'turn.started': started,
  'step.accepted': step,
  'turn.deferred': deferred,
  'conversation.pruned': pruned,
} = everyEvent;

/** The n-th event is at position n, written at n * 100. */
const folded = (...events: readonly DomainEvent[]): Conversation =>
  fold(
    here,
    events.map((event, index) => ({ seq: index + 1, at: (index + 1) * 100, event })),
  );

describe('a conversation', () => {
  it('without a log is at rest, clean and empty', () => {
    expect(fold(here, [])).toEqual({
      id: here,
      position: 0,
      authorityPosition: 0,
      status: { kind: 'idle' },
      deferredSince: null,
      persona: undefined,
      transcript: { entries: [], waiting: new Map(), seen: new Set(), batch: null },
      approvals: emptyConversation(here).approvals,
      elicitations: new Map(),
      grants: new Map(),
      taint: { sources: [], authors: new Map(), waiting: new Map() },
      turns: { recent: new Map(), principal: null },
      requestIds: new Set(),
    });
  });

  const whole = () =>
    folded(
      received,
      { ...started, takes: [received.messageId], persona: 'ops' },
      step,
      everyEvent['approval.requested'],
      everyEvent['elicitation.asked'],
      remembered('a', 9_000),
      everyEvent['content.quarantined'],
      everyEvent['card.posted'],
    );

  it.each<[string, (whole: Conversation) => unknown, unknown]>([
    ['its position', ({ position }) => position, 8],
    ['the position of the last authority', ({ authorityPosition }) => authorityPosition, 7],
    ['what it is doing', ({ status }) => status.kind, 'running'],
    ['its persona', ({ persona }) => persona, 'ops'],
    [
      'what a model reads',
      ({ transcript }) => transcript.entries.map(({ message }) => message.kind),
      ['user', 'assistant', 'user'],
    ],
    [
      'its approvals',
      ({ approvals }) => [...approvals.approvals].map(([id, { status }]) => [id, status.kind]),
      [['a', 'approved']],
    ],
    [
      'its elicitations',
      ({ elicitations }) => [...elicitations.keys()],
      [everyEvent['elicitation.asked'].asked.approvalId],
    ],
    ['its grants', ({ grants }) => [...grants].map(([id, { expiresAt }]) => [id, expiresAt]), [['a', 9_000]]],
    ['its taint', ({ taint }) => taint.sources, [{ kind: 'thread-history' }]],
    ['what its turns said', ({ turns }) => [...turns.recent.values()].map(({ said }) => said), [['On it.']]],
    ['the ids of its calls', ({ requestIds }) => requestIds, new Set(['r-a'])],
  ])('knows %s', (_what, part, expected) => {
    expect(part(whole())).toEqual(expected);
  });

  it('has the default persona of a turn without a name', () => {
    expect(folded({ ...started, persona: 'ops' }, started).persona).toBeNull();
  });

  it.each([1, 2])('passes over an event at position %i that it has taken before', (seq) => {
    const conversation = folded(received, started);
    evolve(conversation, { seq, at: 900, event: everyEvent['turn.finished'] });
    expect(conversation).toEqual(folded(received, started));
  });

  it('begins anew where its log was pruned', () => {
    expect(folded(received, { ...started, persona: 'ops' }, step, deferred, pruned)).toEqual({
      ...emptyConversation(here),
      position: 5,
      authorityPosition: 5,
    });
  });

  it('remembers untrusted content that was pruned', () => {
    const { signed } = pruned;
    const tainted: DomainEvent = {
      ...pruned,
      signed: { ...signed, tombstone: { ...signed.tombstone, tainted: true } },
    };
    expect(folded(received, tainted).taint.sources).toEqual([{ kind: 'unreadable-history' }]);
  });
});

describe('what may run is looked at anew', () => {
  const bearing: readonly EventType[] = [
    'content.quarantined',
    'file.attached',
    'stop.requested',
    'approval.endorsed',
    'approval.decided',
    'approval.expired',
    'approval.superseded',
    'approval.cancelled',
    'outcome.answered',
    'grant.revoked',
    'taint.cleared',
    'conversation.pruned',
  ];
  const others = Object.values(everyEvent).filter(({ type }) => !bearing.includes(type));

  it.each(bearing)('after %s', (type) => {
    expect(folded(received, everyEvent[type]).authorityPosition).toBe(2);
  });

  it.each(others)('not after $type', (event) => {
    expect(folded(everyEvent['taint.cleared'], event).authorityPosition).toBe(1);
  });
});

describe('the wait for a look-up of the approvers', () => {
  it('lasts from the first time it was put off', () => {
    expect(folded(started, deferred, deferred).deferredSince).toBe(200);
  });

  it.each([
    everyEvent['message.received'],
    everyEvent['card.posted'],
    everyEvent['step.accepted'],
    everyEvent['approval.reminded'],
  ])('goes on over $type', (event) => {
    expect(folded(started, deferred, event).deferredSince).toBe(200);
  });

  it.each([
    everyEvent['turn.started'],
    everyEvent['turn.paused'],
    everyEvent['turn.finished'],
    everyEvent['turn.failed'],
    everyEvent['turn.stopped'],
    everyEvent['turn.parked'],
  ])('ends with $type', (event) => {
    expect(folded(started, deferred, event).deferredSince).toBeNull();
  });

  it('does not begin with anything else', () => {
    expect(folded(received, started, step).deferredSince).toBeNull();
  });
});
