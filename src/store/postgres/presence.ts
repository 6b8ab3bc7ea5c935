import { randomUUID } from 'node:crypto';
import type { Logger } from '../../ports/logger.ts';
import type { PostgresDatabase } from './database.ts';

/** Which process of several this is, for as long as it says that it is there. */
export interface Presence {
  readonly owner: string;
  /** Says goodbye: what this process held is free at once. */
  close(): Promise<void>;
}

const BEAT_EVERY_MS = 3_000;
/** Less than a lease, so that what a dead process was handling is not what people wait for longest. */
const ABSENT_AFTER_MS = 10_000;
/** Rows of processes that never said goodbye. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** A condition in SQL: the process in this column has not been heard of lately. */
export const isAbsent = (column: string): string =>
  `NOT EXISTS (SELECT 1 FROM processes WHERE id = ${column} AND seen_at > now_ms() - ${ABSENT_AFTER_MS})`;

/**
 * Says at intervals that this process is there. A process that stands still, is cut off or dead is absent to the
 * others after some seconds; when it comes back it finds that they have taken up what it held.
 */
export async function bePresent(db: PostgresDatabase, logger: Logger): Promise<Presence> {
  const owner = randomUUID();
  const beat = () =>
    db.query(
      `INSERT INTO processes (id, seen_at) VALUES ($1, now_ms()) ON CONFLICT (id) DO UPDATE SET seen_at = now_ms()`,
      [owner],
    );
  await db.query('DELETE FROM processes WHERE seen_at < now_ms() - $1::bigint', [FORGOTTEN_AFTER_MS]);
  await beat();
  const timer = setInterval(() => {
    beat().catch(() => logger.warn({}, 'other processes could not be told that this one is there'));
  }, BEAT_EVERY_MS);
  timer.unref();
  return {
    owner,
    async close() {
      clearInterval(timer);
      // If they cannot be told they will notice.
      await db.query('DELETE FROM processes WHERE id = $1', [owner]).catch(() => undefined);
    },
  };
}
