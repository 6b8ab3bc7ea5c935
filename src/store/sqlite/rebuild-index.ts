import type { Database } from 'better-sqlite3';
import { decodeEvent } from '../codec/decode.ts';
import { type IndexTeam, indexChanges } from '../index-changes.ts';
import type { IndexWriter } from './index-writer.ts';

interface Row {
  readonly conversation: number;
  readonly id: string;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly version: number;
  readonly body: string;
}

/** Derives the index again from every log. Inside a write only: nobody sees half an index. Returns the events read. */
export function makeRebuildIndex(db: Database, index: IndexWriter): () => number {
  const rows = db.prepare<[], Row>(`
    SELECT e.conversation, c.id, e.seq, e.at, e.type, e.version, e.body
    FROM events e JOIN conversations c ON c.key = e.conversation ORDER BY e.position`);
  const moveTeam = db.prepare<[string | null, number]>('UPDATE conversations SET team = ? WHERE key = ?');

  return () => {
    index.clear();
    const teams = new Map<number, IndexTeam>();
    let count = 0;
    // A log does not fit into memory, so its rows are read one by one; the connection cannot write while it reads, so
    // the few changes they bring are applied afterwards.
    const changes: { readonly conversation: number; readonly step: ReturnType<typeof indexChanges> }[] = [];
    for (const { conversation, id, seq, at, ...encoded } of rows.iterate()) {
      const event = decodeEvent(encoded, { conversation: id, seq });
      const step = indexChanges([{ seq, at, event }], teams.get(conversation) ?? null);
      teams.set(conversation, step.team);
      if (step.changes.length > 0) changes.push({ conversation, step });
      count += 1;
    }
    for (const { conversation, step } of changes) index.apply(conversation, step.changes);
    for (const [conversation, team] of teams) moveTeam.run(team, conversation);
    return count;
  };
}
