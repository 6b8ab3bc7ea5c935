import type { Database } from 'better-sqlite3';
import type { DomainEvent, StoredEvent } from '../../domain/event.ts';
import type { AppendResult, EventLog } from '../../ports/event-log.ts';
import { chainHash } from '../chain.ts';
import { decodeEvent } from '../codec/decode.ts';
import { type EncodedEvent, encodeEvent } from '../codec/encode.ts';
import { indexChanges } from '../index-changes.ts';
import { refuseAppend } from '../refuse-append.ts';
import type { Wakes } from '../wakes.ts';
import type { ConversationRow, Conversations } from './conversations.ts';
import type { IndexWriter } from './index-writer.ts';
import type { OutboxWriter } from './outbox.ts';
import { type Read, yieldToOthers } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface EventLogParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly conversations: Conversations;
  readonly index: IndexWriter;
  readonly outbox: OutboxWriter;
  readonly wakes: Wakes;
  readonly now: () => number;
}

interface EventRow extends EncodedEvent {
  readonly seq: number;
  readonly at: number;
}

/** Events read before others get a turn of the event loop: some 10 ms of decoding. */
const READ_PAGE = 2_000;

export function makeEventLog({ db, read, queue, conversations, index, outbox, wakes, now }: EventLogParts): EventLog {
  const selectPage = db.prepare<[number, number, number], EventRow>(
    'SELECT seq, at, type, version, body FROM events WHERE conversation = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const insert = db.prepare<[number, number, number, string, number, string, string]>(
    'INSERT INTO events (conversation, seq, at, type, version, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const moveHead = db.prepare<[number, string, number, string | null, number]>(
    'UPDATE conversations SET seq = ?, hash = ?, written_at = ?, team = ? WHERE key = ?',
  );

  const chain = (
    row: ConversationRow,
    at: number,
    events: readonly DomainEvent[],
    encoded: readonly EncodedEvent[],
  ) => {
    let { seq, hash } = row;
    for (const { type, version, body } of encoded) {
      seq += 1;
      hash = chainHash(hash, { seq, at, type, version, body });
      insert.run(row.key, seq, at, type, version, body, hash);
    }
    const stored = events.map((event, i): StoredEvent => ({ seq: row.seq + 1 + i, at, event }));
    const { changes, team } = indexChanges(stored, row.team);
    moveHead.run(seq, hash, at, team, row.key);
    index.apply(row.key, changes);
    return stored;
  };

  return {
    async read(conversation, after = 0) {
      const row = await read(() => conversations.find(conversation));
      // Most readers have read to the end already: the head says so, without a look at the events.
      if (row === undefined || row.seq <= after) return [];
      const events: StoredEvent[] = [];
      for (let from = after; ; ) {
        const page = await read(() => selectPage.all(row.key, from, READ_PAGE));
        for (const { seq, at, ...encoded } of page) {
          events.push({ seq, at, event: decodeEvent(encoded, { conversation, seq }) });
          from = seq;
        }
        if (page.length < READ_PAGE) return events;
        await yieldToOthers();
      }
    },

    async append(conversation, events, options) {
      const encoded = events.map(encodeEvent);
      const result = await queue.write(options.flush === 'later' ? 'relaxed' : 'durable', (): AppendResult => {
        const found = conversations.find(conversation);
        const at = now();
        const refusal = refuseAppend(found, options, at);
        if (refusal !== null) return refusal;

        const row = found ?? conversations.findOrCreate(conversation);
        const stored = events.length === 0 ? [] : chain(row, at, events, encoded);
        for (const owed of options.owes ?? []) outbox.owe(owed.key, owed.conversation, at);
        if (options.wake !== undefined) conversations.wake(row.key, options.wake === 'now' ? at : options.wake.at);
        return { kind: 'appended', events: stored };
      });
      if (result.kind === 'appended' && options.wake !== undefined) wakes.announce();
      return result;
    },
  };
}
