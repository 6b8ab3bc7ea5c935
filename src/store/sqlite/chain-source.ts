import type { Database } from 'better-sqlite3';
import { type ConversationId, conversationId } from '../../domain/ids.ts';
import type { ChainedEvent, ChainHead, ChainSource } from '../../ports/chain-source.ts';
import { eachOf } from '../each-of.ts';
import { storableKey } from '../storable-key.ts';
import { type Read, yieldToOthers } from './reads.ts';

type Row = Omit<ChainedEvent, 'conversation'> & { readonly conversation: string };
type KeyedRow = Omit<ChainedEvent, 'conversation'> & { readonly position: number; readonly key: number };

/** Rows read before others get a turn of the event loop. */
const PAGE = 2_000;

export function makeChainSource(db: Database, read: Read): ChainSource {
  const columns = 'c.id AS conversation, e.seq, e.at, e.type, e.version, e.body, e.hash';
  // Without a join: looking up the conversation of every event takes as long as reading the event.
  const page = db.prepare<[number, number], KeyedRow>(`
    SELECT position, conversation AS key, seq, at, type, version, body, hash FROM events
    WHERE position > ? ORDER BY position LIMIT ?`);
  const idOf = db.prepare<[number], string>('SELECT id FROM conversations WHERE key = ?').pluck();
  const pageOf = db.prepare<[string, number, number], Row>(`
    SELECT ${columns} FROM events e JOIN conversations c ON c.key = e.conversation
    WHERE c.id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`);
  const heads = db.prepare<[number], { conversation: string; seq: number; hash: string }>(
    'SELECT id AS conversation, seq, hash FROM conversations WHERE seq > 0 AND written_at >= ? ORDER BY key',
  );

  async function* pages(): AsyncGenerator<readonly ChainedEvent[]> {
    const ids = new Map<number, ConversationId>();
    for (let from = 0; ; ) {
      const rows = await read(() => page.all(from, PAGE));
      yield rows.map(({ key, seq, at, type, version, body, hash }) => {
        const conversation = ids.get(key) ?? conversationId(idOf.get(key) ?? '');
        if (!ids.has(key)) ids.set(key, conversation);
        return { conversation, seq, at, type, version, body, hash };
      });
      from = rows.at(-1)?.position ?? from;
      if (rows.length < PAGE) return;
      await yieldToOthers();
    }
  }

  return {
    pages,
    events: () => eachOf(pages()),
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
