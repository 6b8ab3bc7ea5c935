import type { DomainEvent, StoredEvent } from '../../domain/event.ts';
import type { ConversationId } from '../../domain/ids.ts';
import type { AppendOptions, AppendResult, EventLog } from '../../ports/event-log.ts';
import { chainHash } from '../chain.ts';
import { decodeEvent } from '../codec/decode.ts';
import { type EncodedEvent, encodeEvent } from '../codec/encode.ts';
import { indexChanges } from '../index-changes.ts';
import { refuseAppend } from '../refuse-append.ts';
import { storableKey } from '../storable-key.ts';
import type { Wakes } from '../wakes.ts';
import { type ConversationRow, keyOf, lockConversation, wakeConversation } from './conversations.ts';
import type { PostgresDatabase, Sql } from './database.ts';
import { applyIndexChanges } from './index-writer.ts';
import { owe } from './outbox.ts';

/** Events read at once: some megabytes at most times. */
const READ_PAGE = 2_000;

interface Appending {
  readonly events: readonly DomainEvent[];
  readonly encoded: readonly EncodedEvent[];
}

export function makeEventLog(db: PostgresDatabase, wakes: Wakes): EventLog {
  return {
    async read(conversation, after = 0) {
      const events: StoredEvent[] = [];
      for (let from = after; ; ) {
        const page = await db.query<{ seq: number; at: number; type: string; version: number; body: string }>(
          `SELECT e.seq, e.at, e.type, e.version, e.body FROM events e JOIN conversations c ON c.key = e.conversation
           WHERE c.id = $1 AND e.seq > $2 ORDER BY e.seq LIMIT $3`,
          [storableKey(conversation), from, READ_PAGE],
        );
        for (const { seq, at, ...encoded } of page) {
          events.push({ seq, at, event: decodeEvent(encoded, { conversation, seq }) });
          from = seq;
        }
        if (page.length < READ_PAGE) return events;
      }
    },

    /**
     * Every append is flushed. One that is not would be lost with the server while this process lives on: it would go on
     * from what never happened, and what it writes after the crash takes nothing along that was written before.
     */
    async append(conversation, events, options) {
      const appending = { events, encoded: events.map(encodeEvent) };
      const result = await db.transact((sql) => append(sql, conversation, appending, options));
      if (result.kind === 'appended' && options.wake !== undefined) wakes.announce();
      return result;
    },
  };
}

async function append(
  sql: Sql,
  id: ConversationId,
  appending: Appending,
  options: AppendOptions,
): Promise<AppendResult> {
  const row = (await lockConversation(sql, id)) ?? (options.after === 0 ? await createLocked(sql, id) : undefined);
  const refusal = refuseAppend(row, options, row?.now ?? 0);
  if (row === undefined || refusal !== null) return refusal ?? { kind: 'conflict' };

  const stored = appending.events.length === 0 ? [] : await chain(sql, row, appending);
  for (const owed of options.owes ?? []) await owe(sql, owed.key, owed.conversation);
  if (options.wake !== undefined) await wakeConversation(sql, row.key, options.wake === 'now' ? null : options.wake.at);
  return { kind: 'appended', events: stored };
}

async function createLocked(sql: Sql, id: ConversationId): Promise<ConversationRow> {
  await keyOf(sql, id);
  const row = await lockConversation(sql, id);
  if (row === undefined) throw new Error('a conversation that was just made is not there');
  return row;
}

async function chain(sql: Sql, row: ConversationRow, { events, encoded }: Appending): Promise<readonly StoredEvent[]> {
  const at = row.now;
  let { seq, hash } = row;
  const hashes: string[] = [];
  for (const { type, version, body } of encoded) {
    seq += 1;
    hash = chainHash(hash, { seq, at, type, version, body });
    hashes.push(hash);
  }
  await sql(
    `INSERT INTO events (conversation, seq, at, type, version, body, hash)
     SELECT $1, $2::bigint + place, $3, type, version, body, hash
     FROM unnest($4::text[], $5::integer[], $6::text[], $7::text[]) WITH ORDINALITY
       AS given (type, version, body, hash, place)`,
    [
      row.key,
      row.seq,
      at,
      encoded.map(({ type }) => type),
      encoded.map(({ version }) => version),
      encoded.map(({ body }) => body),
      hashes,
    ],
  );
  const stored = events.map((event, i): StoredEvent => ({ seq: row.seq + 1 + i, at, event }));
  const { changes, team } = indexChanges(stored, row.team);
  await sql('UPDATE conversations SET seq = $2, hash = $3, written_at = $4, team = $5 WHERE key = $1', [
    row.key,
    seq,
    hash,
    at,
    team,
  ]);
  await applyIndexChanges(sql, row.key, changes);
  return stored;
}
