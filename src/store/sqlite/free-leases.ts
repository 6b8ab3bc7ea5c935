import type { Database } from 'better-sqlite3';

/**
 * Ends every claim and lease of the process that had the file before. Only one process has it at a time, so whoever
 * held them is gone; waiting for them to run out would leave people waiting for minutes. Epochs stay: a claim made next
 * is a newer one.
 */
export function freeLeases(db: Database, now: number): void {
  db.transaction(() => {
    db.prepare<{ now: number }>(`
      UPDATE conversations SET owner = NULL, lease_until = NULL, due_at = min(coalesce(due_at, :now), :now)
      WHERE ready_at IS NOT NULL AND lease_until IS NOT NULL`).run({ now });
    db.prepare('UPDATE outbox SET lease_until = NULL WHERE lease_until IS NOT NULL').run();
  }).immediate();
}
