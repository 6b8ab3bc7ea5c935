import type { Database } from 'better-sqlite3';
import { assertNever } from '../../domain/assert-never.ts';
import type { IndexChange } from '../index-changes.ts';
import { storableKey } from '../storable-key.ts';

export interface IndexWriter {
  /** Inside a write only. Applying a change twice is applying it once. */
  apply(conversation: number, changes: readonly IndexChange[]): void;
  clear(): void;
}

export function makeIndexWriter(db: Database): IndexWriter {
  const ask = db.prepare<[string, number, string, number]>(
    'INSERT INTO questions (approval, conversation, team, asked_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const settle = db.prepare<[number, string, number]>(
    'UPDATE questions SET settled_at = ? WHERE approval = ? AND conversation = ? AND settled_at IS NULL',
  );
  const grant = db.prepare<[string, number, string, string, number]>(
    'INSERT INTO grants (approval, conversation, holder_team, holder_user, expires_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const revoke = db.prepare<[string, number]>('DELETE FROM grants WHERE approval = ? AND conversation = ?');
  const clearQuestions = db.prepare('DELETE FROM questions');
  const clearGrants = db.prepare('DELETE FROM grants');

  const applyOne = (conversation: number, change: IndexChange): void => {
    switch (change.kind) {
      case 'asked':
        ask.run(storableKey(change.approval), conversation, storableKey(change.team), change.at);
        return;
      case 'settled':
        settle.run(change.at, storableKey(change.approval), conversation);
        return;
      case 'granted': {
        const { team, user } = change.holder;
        grant.run(storableKey(change.grant), conversation, storableKey(team), storableKey(user), change.expiresAt);
        return;
      }
      case 'revoked':
        revoke.run(storableKey(change.grant), conversation);
        return;
      default:
        assertNever(change);
    }
  };

  return {
    apply(conversation, changes) {
      for (const change of changes) applyOne(conversation, change);
    },
    clear() {
      clearQuestions.run();
      clearGrants.run();
    },
  };
}
