import { type ConversationId, conversationId } from '../../domain/ids.ts';
import type { ChainedEvent, ChainSource } from '../../ports/chain-source.ts';
import { eachOf } from '../each-of.ts';
import { storableKey } from '../storable-key.ts';
import type { PostgresDatabase } from './database.ts';

type Row = Omit<ChainedEvent, 'conversation'> & {
  readonly conversation: string;
};

const PAGE = 2_000;
const COLUMNS = 'c.id AS conversation, e.seq, e.at, e.type, e.version, e.body, e.hash';
const FROM = 'FROM events e JOIN conversations c ON c.key = e.conversation';

export function makeChainSource(db: PostgresDatabase): ChainSource {
  /** Conversation by conversation: a position over all of them would pass over what is committed late. */
  async function* pages(): AsyncGenerator<readonly ChainedEvent[]> {
    for (let after = { key: 0, seq: 0 }; ; ) {
      const rows = await db.query<Row & { readonly key: number }>(
        `SELECT c.key, ${COLUMNS} ${FROM} WHERE (e.conversation, e.seq) > ($1, $2)
         ORDER BY e.conversation, e.seq LIMIT $3`,
        [after.key, after.seq, PAGE],
      );
      yield rows.map(chained);
      after = rows.at(-1) ?? after;
      if (rows.length < PAGE) return;
    }
  }

  return {
    pages,
    events: () => eachOf(pages()),

    async *eventsOf(conversation: ConversationId) {
      for (let from = 0; ; ) {
        const rows = await db.query<Row>(
          `SELECT ${COLUMNS} ${FROM} WHERE c.id = $1 AND e.seq > $2 ORDER BY e.seq LIMIT $3`,
          [storableKey(conversation), from, PAGE],
        );
        for (const row of rows) {
          from = row.seq;
          yield chained(row);
        }
        if (rows.length < PAGE) return;
      }
    },

    async heads(since = 0) {
      const rows = await db.query<{ conversation: string; seq: number; hash: string }>(
        'SELECT id AS conversation, seq, hash FROM conversations WHERE seq > 0 AND written_at >= $1 ORDER BY key',
        [since],
      );
      return rows.map((head) => ({ ...head, conversation: conversationId(head.conversation) }));
    },
  };
}

const chained = ({ conversation, seq, at, type, version, body, hash }: Row): ChainedEvent => ({
  conversation: conversationId(conversation),
  seq,
  at,
  type,
  version,
  body,
  hash,
});
