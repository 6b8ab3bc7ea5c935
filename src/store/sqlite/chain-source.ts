import type { Database } from 'better-sqlite3';
import { conversationId } from '../../domain/ids.ts';
import type { ChainedEvent, ChainHead, ChainSource } from '../../ports/chain-source.ts';
import { storableKey } from '../storable-key.ts';
import { type Read, yieldToOthers } from './reads.ts';

type Row = Omit<ChainedEvent, 'conversation'> & { readonly conversation: string };

/** Rows read before others get a turn of the event loop. */
const PAGE = 2_000;

export function makeChainSource(db: Database, read: Read): ChainSource {
  const columns = 'c.id AS conversation, e.seq, e.at, e.type, e.version, e.body, e.hash';
  const page = db.prepare<[number, number], Row & { readonly position: number }>(`
    SELECT e.position, ${columns} FROM events e JOIN conversations c ON c.key = e.conversation
    WHERE e.position > ? ORDER BY e.position LIMIT ?`);
  const pageOf = db.prepare<[string, number, number], Row>(`
    SELECT ${columns} FROM events e JOIN conversations c ON c.key = e.conversation
    WHERE c.id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`);
  const heads = db.prepare<[number], { conversation: string; seq: number; hash: string }>(
    'SELECT id AS conversation, seq, hash FROM conversations WHERE seq > 0 AND written_at >= ? ORDER BY key',
  );

  return {
    async *events() {
      for (let from = 0; ; ) {
        const rows = await read(() => page.all(from, PAGE));
        for (const { position, conversation, ...event } of rows) {
          from = position;
          yield { conversation: conversationId(conversation), ...event };
        }
        if (rows.length < PAGE) return;
        await yieldToOthers();
      }
    },
    async *eventsOf(conversation) {
      for (let from = 0; ; ) {
        const rows = await read(() => pageOf.all(storableKey(conversation), from, PAGE));
        for (const row of rows) {
          from = row.seq;
          yield { ...row, conversation };
        }
        if (rows.length < PAGE) return;
        await yieldToOthers();
      }
    },
    heads: (since = 0) =>
      read(() =>
        heads.all(since).map((head): ChainHead => ({ ...head, conversation: conversationId(head.conversation) })),
      ),
  };
}
