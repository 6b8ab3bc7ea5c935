import type { Database } from 'better-sqlite3';
import { conversationId } from '../../domain/ids.ts';
import type { Claim, WorkQueue } from '../../ports/work-queue.ts';
import { storableKey } from '../storable-key.ts';
import type { Wakes } from '../wakes.ts';
import type { Conversations } from './conversations.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface WorkQueueParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly conversations: Conversations;
  readonly wakes: Wakes;
  readonly now: () => number;
}

export function makeWorkQueue({ db, read, queue, conversations, wakes, now }: WorkQueueParts): WorkQueue {
  const longestDue = db.prepare<[number], { key: number; ranOut: 0 | 1 }>(
    'SELECT key, lease_until IS NOT NULL AS ranOut FROM conversations WHERE ready_at <= ? ORDER BY ready_at LIMIT 1',
  );
  const take = db.prepare<[string, number, number], { id: string; epoch: number }>(
    'UPDATE conversations SET epoch = epoch + 1, owner = ?, lease_until = ?, due_at = NULL WHERE key = ? RETURNING id, epoch',
  );
  const extend = db.prepare<[number, string, number]>(
    'UPDATE conversations SET lease_until = ? WHERE id = ? AND epoch = ? AND lease_until IS NOT NULL',
  );
  const free = db.prepare<[number | null, number | null, string, number], { dueAt: number | null }>(`
    UPDATE conversations SET owner = NULL, lease_until = NULL, due_at = min(coalesce(due_at, ?), coalesce(?, due_at))
    WHERE id = ? AND epoch = ? AND lease_until IS NOT NULL RETURNING due_at AS dueAt`);
  const earliest = db.prepare<[], { at: number | null }>(
    'SELECT min(ready_at) AS at FROM conversations WHERE ready_at IS NOT NULL',
  );

  const unclaimed = db
    .prepare<[number, number], string>(
      'SELECT id FROM conversations WHERE ready_at <= ? AND lease_until IS NULL ORDER BY ready_at, key LIMIT ?',
    )
    .pluck();

  const claimNow = (owner: string, leaseMs: number): Claim | null => {
    const at = now();
    const due = longestDue.get(at);
    const taken = due && take.get(storableKey(owner), at + leaseMs, due.key);
    if (taken === undefined) return null;
    const { id, epoch } = taken;
    return { conversation: conversationId(id), epoch, leaseUntil: at + leaseMs, takenOver: due?.ranOut === 1 };
  };

  return {
    async wake(conversation, at) {
      await queue.write('durable', () => conversations.wake(conversations.findOrCreate(conversation).key, at ?? now()));
      wakes.announce();
    },

    async claim(owner, leaseMs) {
      const at = now();
      // An idle worker polls: looking costs no write.
      if ((await read(() => longestDue.get(at))) === undefined) return null;
      return queue.write('relaxed', () => claimNow(owner, leaseMs));
    },

    renew: (claim, leaseMs) =>
      queue.write('relaxed', () => extend.run(now() + leaseMs, claim.conversation, claim.epoch).changes === 1),

    async release(claim, wakeAt) {
      const at = wakeAt ?? null;
      const freed = await queue.write('relaxed', () => free.get(at, at, claim.conversation, claim.epoch));
      if (freed !== undefined && freed.dueAt !== null) wakes.announce();
    },

    line: (limit) => read(() => unclaimed.all(now(), limit).map(conversationId)),

    nextDue: () => read(() => earliest.get()?.at ?? null),

    onWake: (listener) => wakes.listen(listener),
  };
}
