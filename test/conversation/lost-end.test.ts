import { describe, expect, it } from 'vitest';
import { makeJournal } from '../../src/conversation/journal.ts';
import { makeConversations } from '../../src/conversation/reader.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { conversationId, turnId } from '../../src/domain/ids.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { message, turnStarted } from '../support/store-events.ts';

const c1 = conversationId('c1');
const before = [message('hello'), turnStarted()];
const note: DomainEvent = {
  type: 'step.accepted',
  turnId: turnId('turn-1'),
  text: 'Looking.',
  calls: [],
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
  stop: 'end',
  grounded: false,
  providerState: null,
};

/** A log that can come back without its last events, as after a failover to a standby that had not got them. */
async function losingLog() {
  const logWith = async (events: readonly DomainEvent[]): Promise<EventLog> => {
    const store = await openSqliteStore({ path: ':memory:', now: Date.now });
    if (events.length > 0) await store.log.append(c1, events, { after: 0 });
    return store.log;
  };
  let current = await logWith(before);
  const log: EventLog = {
    read: (...asked) => current.read(...asked),
    append: (...asked) => current.append(...asked),
  };
  const comesBackWith = async (events: readonly DomainEvent[]): Promise<void> => {
    current = await logWith(events);
  };
  return { log, comesBackWith };
}

const append = (conversations: ReturnType<typeof makeConversations>, ...events: readonly DomainEvent[]) =>
  conversations.change(c1, () => ({ events, result: 'done' }));

describe('a log that has lost its end', () => {
  it('is believed rather than what was folded before', async () => {
    const { log, comesBackWith } = await losingLog();
    const conversations = makeConversations(log);
    await append(conversations, note);
    await comesBackWith(before);
    expect(await append(conversations, message('later'))).toEqual({ kind: 'changed', result: 'done' });
    expect((await log.read(c1)).map(({ event }) => event.type)).toEqual([
      'message.received',
      'turn.started',
      'message.received',
    ]);
    expect((await conversations.read(c1)).transcript.entries).toEqual([]);
  });

  it('is believed when nothing at all is left', async () => {
    const { log, comesBackWith } = await losingLog();
    const conversations = makeConversations(log);
    await conversations.read(c1);
    await comesBackWith([]);
    expect(await append(conversations, message('anew'))).toEqual({ kind: 'changed', result: 'done' });
    expect(await log.read(c1)).toHaveLength(1);
  });

  it('is not gone on with by a turn that knew more', async () => {
    const { log, comesBackWith } = await losingLog();
    const conversations = makeConversations(log);
    const journal = makeJournal({
      conversations,
      claim: { conversation: c1, epoch: 1, leaseUntil: 0 },
      turn: turnId('turn-1'),
      authorityAt: 2,
      readAuthority: () => Promise.reject(new Error('nothing changed')),
      onStopAsked: () => {},
      stillHeld: async () => true,
      isShuttingDown: () => false,
    });
    await journal.commit([note]);
    await comesBackWith(before);
    await expect(journal.commit([note])).rejects.toMatchObject({ name: 'TurnLost' });
    expect(await log.read(c1)).toHaveLength(2);
  });
});
