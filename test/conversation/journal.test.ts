import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeJournal } from '../../src/conversation/journal.ts';
import { type Conversations, makeConversations } from '../../src/conversation/reader.ts';
import { fold } from '../../src/domain/conversation.ts';
import type { EventOf } from '../../src/domain/event.ts';
import { conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { message, turnStarted } from '../support/store-events.ts';

const c1 = conversationId('c1');
const claim = { conversation: c1, epoch: 1, leaseUntil: 0 };
const intent: EventOf<'tool.dispatched'> = {
  type: 'tool.dispatched',
  turnId: turnId('turn-1'),
  call: { requestId: requestId('r1'), toolName: 't', argsJson: '{}' },
  effectiveArgsJson: '{}',
  toolDefHash: 'd1',
  effect: 'once',
  idempotencyKey: 'k1',
  epoch: 1,
  ground: { kind: 'ungated' },
};

/** A conversation with a running turn, whose appends take `tookMs` by the clock of this process. */
function conversationsTaking(tookMs: number): Conversations {
  const now = fold(c1, [{ seq: 1, at: 0, event: turnStarted() }]);
  return {
    turn: async () => undefined,
    read: async () => now,
    async change(_, decide) {
      const { result } = await decide(now);
      await vi.advanceTimersByTimeAsync(tookMs);
      return { kind: 'changed', result };
    },
  };
}

async function dispatchTaking(tookMs: number, held: boolean): Promise<string> {
  const journal = makeJournal({
    conversations: conversationsTaking(tookMs),
    claim,
    turn: turnId('turn-1'),
    authorityAt: 1,
    readAuthority: () => Promise.reject(new Error('nothing changed')),
    onStopAsked: () => {},
    stillHeld: async () => held,
    isShuttingDown: () => false,
  });
  return await journal.dispatch(intent, []).then(
    ({ kind }) => kind,
    (error: unknown) => (error instanceof Error ? error.name : ''),
  );
}

describe('a tool that is about to be started', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each([
    ['is started when its intent is recorded soon', 4_999, false, 'recorded'],
    [
      'is not started when the process stood still meanwhile and the claim has passed to another',
      20_000,
      false,
      'TurnLost',
    ],
    ['is started when the process stood still meanwhile and nobody else has claimed', 20_000, true, 'recorded'],
  ])('%s', async (_, tookMs, held, outcome) => {
    expect(await dispatchTaking(tookMs, held)).toBe(outcome);
  });
});

describe('what others write while a turn goes on', () => {
  it('is no loss: what was written after it is taken by the turn as before', async () => {
    const store = await openSqliteStore({ path: ':memory:', now: Date.now });
    await store.log.append(c1, [turnStarted()], { after: 0 });
    let interferes = true;
    const log: EventLog = {
      ...store.log,
      async append(conversation, events, options) {
        // Somebody else's message comes between the turn's look and its append, once.
        if (interferes) {
          interferes = false;
          await store.log.append(conversation, [message('meanwhile')], { after: options.after });
        }
        return await store.log.append(conversation, events, options);
      },
    };
    const journal = makeJournal({
      conversations: makeConversations(log),
      claim,
      turn: turnId('turn-1'),
      authorityAt: 1,
      readAuthority: () => Promise.reject(new Error('nothing changed')),
      onStopAsked: () => {},
      stillHeld: async () => true,
      isShuttingDown: () => false,
    });
    const result = {
      requestId: requestId('r1'),
      toolName: 't',
      outcome: 'succeeded',
      text: '',
      quarantined: false,
    } as const;
    const done = { type: 'tool.completed', turnId: turnId('turn-1'), result } as const;
    await journal.commit([done, done]);
    expect((await store.log.read(c1)).map(({ event }) => event.type)).toEqual([
      'turn.started',
      'message.received',
      'tool.completed',
      'tool.completed',
    ]);
  });
});
