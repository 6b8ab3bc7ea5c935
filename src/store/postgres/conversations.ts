import type { ConversationId } from '../../domain/ids.ts';
import { chainStart } from '../chain.ts';
import { storableKey } from '../storable-key.ts';
import type { Sql } from './database.ts';
import { WAKE_CHANNEL } from './wake-listener.ts';

export interface ConversationRow {
  readonly key: number;
  readonly seq: number;
  readonly hash: string;
  readonly team: string | null;
  readonly epoch: number;
  /** The server's clock. */
  readonly now: number;
}

/** The clock is read after the lock was waited for: it judges deadlines and stamps events in the order they are written. */
const LOCK = `
  WITH locked AS MATERIALIZED (
    SELECT key, seq, hash, team, epoch FROM conversations WHERE id = $1 FOR NO KEY UPDATE)
  SELECT locked.*, now_ms() AS now FROM locked`;

/** Locks the conversation for the rest of the transaction, if it exists. */
export async function lockConversation(sql: Sql, id: ConversationId): Promise<ConversationRow | undefined> {
  const [row] = await sql<ConversationRow>(LOCK, [storableKey(id)]);
  return row;
}

/** The key of a conversation, made when there is none. */
export async function keyOf(sql: Sql, id: ConversationId): Promise<number> {
  const select = () => sql<{ key: number }>('SELECT key FROM conversations WHERE id = $1', [storableKey(id)]);
  const [found] = await select();
  if (found !== undefined) return found.key;
  await sql('INSERT INTO conversations (id, hash) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [id, chainStart(id)]);
  const [made] = await select();
  if (made === undefined) throw new Error('a conversation that was just made is not there');
  return made.key;
}

/** Makes the conversation due at `at` (null: now) at the latest and tells every process once the transaction is through. */
export async function wakeConversation(sql: Sql, key: number, at: number | null): Promise<void> {
  await sql('UPDATE conversations SET due_at = least(due_at, coalesce($2, now_ms())) WHERE key = $1', [key, at]);
  await announceWake(sql);
}

export const announceWake = (sql: Sql): Promise<unknown> => sql('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, '']);
