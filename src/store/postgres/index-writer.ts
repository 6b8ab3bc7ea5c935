import { assertNever } from '../../domain/assert-never.ts';
import type { IndexChange } from '../index-changes.ts';
import { storableKey } from '../storable-key.ts';
import type { Sql } from './database.ts';

/** Inside a transaction. Applying a change twice is applying it once. */
export async function applyIndexChanges(
  sql: Sql,
  conversation: number,
  changes: readonly IndexChange[],
): Promise<void> {
  for (const change of changes) await applyOne(sql, conversation, change);
}

export async function clearIndex(sql: Sql): Promise<void> {
  await sql('DELETE FROM questions');
  await sql('DELETE FROM grants');
}

function applyOne(sql: Sql, conversation: number, change: IndexChange): Promise<unknown> {
  switch (change.kind) {
    case 'asked':
      return sql(
        'INSERT INTO questions (approval, conversation, team, asked_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [storableKey(change.approval), conversation, storableKey(change.team), change.at],
      );
    case 'settled':
      return sql(
        'UPDATE questions SET settled_at = $1 WHERE approval = $2 AND conversation = $3 AND settled_at IS NULL',
        [change.at, storableKey(change.approval), conversation],
      );
    case 'granted':
      return sql(
        `INSERT INTO grants (approval, conversation, holder_team, holder_user, expires_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [
          storableKey(change.grant),
          conversation,
          storableKey(change.holder.team),
          storableKey(change.holder.user),
          change.expiresAt,
        ],
      );
    case 'revoked':
      return sql('DELETE FROM grants WHERE approval = $1 AND conversation = $2', [
        storableKey(change.grant),
        conversation,
      ]);
    default:
      return assertNever(change);
  }
}
