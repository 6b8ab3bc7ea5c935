import { decodeEvent } from '../codec/decode.ts';
import { type IndexTeam, indexChanges } from '../index-changes.ts';
import type { PostgresDatabase, Sql } from './database.ts';
import { applyIndexChanges, clearIndex } from './index-writer.ts';

interface Row {
  readonly key: number;
  readonly id: string;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly version: number;
  readonly body: string;
}

const PAGE = 2_000;

/** Derives the index again from every log, in one transaction; writers wait for it. Resolves to the events read. */
export function rebuildIndex(db: PostgresDatabase): Promise<number> {
  return db.transact(async (sql) => {
    await sql('LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE');
    await clearIndex(sql);
    let count = 0;
    let key = 0;
    let seq = 0;
    let team: IndexTeam = null;
    for (;;) {
      const rows = await readPage(sql, key, seq);
      for (const { key: conversation, id, seq: place, at, ...encoded } of rows) {
        if (conversation !== key) team = null;
        const event = decodeEvent(encoded, { conversation: id, seq: place });
        const step = indexChanges([{ seq: place, at, event }], team);
        await applyIndexChanges(sql, conversation, step.changes);
        if (step.team !== team)
          await sql('UPDATE conversations SET team = $2 WHERE key = $1', [conversation, step.team]);
        ({ team } = step);
        key = conversation;
        seq = place;
        count += 1;
      }
      if (rows.length < PAGE) return count;
    }
  });
}

const readPage = (sql: Sql, key: number, seq: number) =>
  sql<Row>(
    `SELECT c.key, c.id, e.seq, e.at, e.type, e.version, e.body
     FROM events e JOIN conversations c ON c.key = e.conversation
     WHERE (e.conversation, e.seq) > ($1, $2) ORDER BY e.conversation, e.seq LIMIT $3`,
    [key, seq, PAGE],
  );
