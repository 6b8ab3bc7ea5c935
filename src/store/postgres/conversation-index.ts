import { approvalId, conversationId } from '../../domain/ids.ts';
import type { ConversationIndex, IndexedApproval } from '../../ports/conversation-index.ts';
import { endOf, storableKey } from '../storable-key.ts';
import type { PostgresDatabase } from './database.ts';

const QUESTIONS = `
  SELECT q.approval, c.id AS conversation FROM questions q JOIN conversations c ON c.key = q.conversation`;
const GRANTS = `
  SELECT g.approval, c.id AS conversation FROM grants g JOIN conversations c ON c.key = g.conversation`;

export function makeConversationIndex(db: PostgresDatabase): ConversationIndex {
  const find = async (text: string, values: readonly unknown[]): Promise<readonly IndexedApproval[]> => {
    const rows = await db.query<{ approval: string; conversation: string }>(text, values);
    return rows.map((row) => ({
      approvalId: approvalId(row.approval),
      conversation: conversationId(row.conversation),
    }));
  };

  return {
    async conversationOf(approval) {
      const [found] = await find(`${QUESTIONS} WHERE q.approval = $1`, [storableKey(approval)]);
      return found?.conversation ?? null;
    },
    pendingIn: async (team, limit) =>
      find(`${QUESTIONS} WHERE q.team = $1 AND settled_at IS NULL ORDER BY asked_at, number LIMIT $2`, [
        storableKey(team),
        limit,
      ]),
    settledIn: async (team, limit) =>
      find(`${QUESTIONS} WHERE q.team = $1 AND settled_at IS NOT NULL ORDER BY settled_at DESC, number DESC LIMIT $2`, [
        storableKey(team),
        limit,
      ]),
    // Such a question is settled as it is asked: it is found by that.
    elicitedSince: async (team, since, limit) =>
      find(
        `${QUESTIONS} WHERE q.team = $1 AND settled_at >= $2 AND settled_at = asked_at
         ORDER BY settled_at DESC, number DESC LIMIT $3`,
        [storableKey(team), since, limit],
      ),
    grantsOf: async ({ team, user }, limit) =>
      find(
        `${GRANTS} WHERE holder_team = $1 AND holder_user = $2 AND expires_at > (SELECT now_ms())
         ORDER BY expires_at LIMIT $3`,
        [storableKey(team), storableKey(user), limit],
      ),
    async openUnder(prefix, after, limit) {
      const rows = await db.query<{ id: string }>(
        `SELECT id FROM conversations c WHERE id > $1 AND id < $2 AND (ready_at IS NOT NULL
           OR EXISTS (SELECT 1 FROM questions q WHERE q.conversation = c.key AND q.settled_at IS NULL)
           OR EXISTS (SELECT 1 FROM grants g WHERE g.conversation = c.key AND g.expires_at > (SELECT now_ms())))
         ORDER BY id LIMIT $3`,
        [after, endOf(prefix), limit],
      );
      return rows.map(({ id }) => conversationId(id));
    },
  };
}
