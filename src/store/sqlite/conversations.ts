import type { Database } from 'better-sqlite3';
import type { ConversationId } from '../../domain/ids.ts';
import { chainStart } from '../chain.ts';
import { storableKey } from '../storable-key.ts';

export interface ConversationRow {
  readonly key: number;
  /** Position and hash of the last event; 0 and the chain's start before the first. */
  readonly seq: number;
  readonly hash: string;
  readonly team: string | null;
  readonly epoch: number;
}

export interface Conversations {
  find(id: ConversationId): ConversationRow | undefined;
  /** Inside a write only. */
  findOrCreate(id: ConversationId): ConversationRow;
  /** Makes it due at `at` at the latest. Inside a write only. */
  wake(key: number, at: number): void;
}

export function makeConversations(db: Database): Conversations {
  const columns = 'key, seq, hash, team, epoch';
  const select = db.prepare<[string], ConversationRow>(`SELECT ${columns} FROM conversations WHERE id = ?`);
  const insert = db.prepare<[string, string], ConversationRow>(
    `INSERT INTO conversations (id, hash) VALUES (?, ?) RETURNING ${columns}`,
  );
  const wake = db.prepare<[number, number, number]>(
    'UPDATE conversations SET due_at = min(coalesce(due_at, ?), ?) WHERE key = ?',
  );

  const find: Conversations['find'] = (id) => select.get(storableKey(id));

  return {
    find,
    findOrCreate(id) {
      const row = find(id) ?? insert.get(id, chainStart(id));
      if (row === undefined) throw new Error('INSERT … RETURNING returned no row');
      return row;
    },
    wake(key, at) {
      wake.run(at, at, key);
    },
  };
}
