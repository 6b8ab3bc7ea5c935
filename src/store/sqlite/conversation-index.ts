import type { Database } from 'better-sqlite3';
import { approvalId, conversationId } from '../../domain/ids.ts';
import type { ConversationIndex, IndexedApproval } from '../../ports/conversation-index.ts';
import { endOf, storableKey } from '../storable-key.ts';
import type { Read } from './reads.ts';

interface IndexRow {
  readonly approval: string;
  readonly conversation: string;
}

export function makeConversationIndex(db: Database, read: Read, now: () => number): ConversationIndex {
  const columns = (table: string) =>
    `SELECT ${table}.approval, c.id AS conversation FROM ${table} JOIN conversations c ON c.key = ${table}.conversation`;
  const find = db.prepare<[string], IndexRow>(`${columns('questions')} WHERE questions.approval = ?`);
  const pending = db.prepare<[string, number], IndexRow>(
    `${columns('questions')} WHERE questions.team = ? AND settled_at IS NULL ORDER BY asked_at, questions.rowid LIMIT ?`,
  );
  const settled = db.prepare<[string, number], IndexRow>(
    `${columns('questions')} WHERE questions.team = ? AND settled_at IS NOT NULL ORDER BY settled_at DESC, questions.rowid DESC LIMIT ?`,
  );
  // Such a question is settled as it is asked: it is found by that.
  const elicited = db.prepare<[string, number, number], IndexRow>(
    `${columns('questions')} WHERE questions.team = ? AND settled_at >= ? AND settled_at = asked_at ORDER BY settled_at DESC, questions.rowid DESC LIMIT ?`,
  );
  const held = db.prepare<[string, string, number, number], IndexRow>(
    `${columns('grants')} WHERE holder_team = ? AND holder_user = ? AND expires_at > ? ORDER BY expires_at LIMIT ?`,
  );
  const open = db.prepare<[string, string, number, number], { id: string }>(`
    SELECT id FROM conversations c WHERE id > ? AND id < ? AND (ready_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM questions q WHERE q.conversation = c.key AND q.settled_at IS NULL)
      OR EXISTS (SELECT 1 FROM grants g WHERE g.conversation = c.key AND g.expires_at > ?))
    ORDER BY id LIMIT ?`);

  return {
    conversationOf: (approval) =>
      read(() => {
        const row = find.get(storableKey(approval));
        return row === undefined ? null : conversationId(row.conversation);
      }),
    pendingIn: (team, limit) => read(() => pending.all(storableKey(team), limit).map(indexed)),
    settledIn: (team, limit) => read(() => settled.all(storableKey(team), limit).map(indexed)),
    elicitedSince: (team, since, limit) => read(() => elicited.all(storableKey(team), since, limit).map(indexed)),
    grantsOf: ({ team, user }, limit) =>
      read(() => held.all(storableKey(team), storableKey(user), now(), limit).map(indexed)),
    openUnder: (prefix, after, limit) =>
      read(() => open.all(after, endOf(prefix), now(), limit).map(({ id }) => conversationId(id))),
  };
}

const indexed = (row: IndexRow): IndexedApproval => ({
  approvalId: approvalId(row.approval),
  conversation: conversationId(row.conversation),
});
