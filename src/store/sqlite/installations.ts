import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { type Installations, placeId } from '../../ports/installations.ts';
import { type InstallationRow, installationOf } from '../installation-row.ts';
import { storableKey } from '../storable-key.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface InstallationsParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
  readonly now: () => number;
}

export function makeInstallations({ db, read, queue, now }: InstallationsParts): Installations {
  const one = db.prepare<[string], InstallationRow>('SELECT * FROM installations WHERE id = ?');
  const all = db.prepare<[], InstallationRow>('SELECT * FROM installations ORDER BY id');
  const upsert = db.prepare<[string, string, string | null, string, string]>(`
    INSERT INTO installations (id, kind, enterprise, sealed, version) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, enterprise = excluded.enterprise, sealed = excluded.sealed,
      version = excluded.version, renewal_until = NULL`);
  const claim = db.prepare<[number, string, string, number]>(`
    UPDATE installations SET renewal_until = ?
    WHERE id = ? AND version = ? AND (renewal_until IS NULL OR renewal_until <= ?)`);
  const swap = db.prepare<[string, string, string, string]>(`
    UPDATE installations SET sealed = ?, version = ?, renewal_until = NULL WHERE id = ? AND version = ?`);
  const remove = db.prepare<[string, string]>('DELETE FROM installations WHERE id = ? AND version = ?');
  const note = db.prepare<[string, string]>(`
    INSERT INTO organisation_members (team, enterprise) VALUES (?, ?)
    ON CONFLICT (team) DO UPDATE SET enterprise = excluded.enterprise`);
  const forget = db.prepare<[string, string]>('DELETE FROM organisation_members WHERE team = ? AND enterprise = ?');
  const organisation = db.prepare<[string], { enterprise: string }>(
    'SELECT enterprise FROM organisation_members WHERE team = ?',
  );
  const members = db.prepare<[string], { team: string }>(
    'SELECT team FROM organisation_members WHERE enterprise = ? ORDER BY team',
  );
  const forgetOld = db.prepare<[number]>('DELETE FROM spent_tickets WHERE expires_at <= ?');
  const spend = db.prepare<[string, number]>('INSERT INTO spent_tickets VALUES (?, ?) ON CONFLICT DO NOTHING');

  /** What is replaced or removed is overwritten with zeros in the file. */
  const overwriting = <Result>(operation: () => Result): Promise<Result> =>
    queue.write('durable', () => {
      db.pragma('secure_delete = ON');
      try {
        return operation();
      } finally {
        db.pragma('secure_delete = OFF');
      }
    });

  return {
    of: (id) =>
      read(() => {
        const row = one.get(storableKey(id));
        return row === undefined ? null : installationOf(row);
      }),
    all: () => read(() => all.all().map(installationOf)),
    put: (place, sealed) =>
      overwriting(() => {
        upsert.run(storableKey(placeId(place)), place.kind, place.enterprise, sealed, randomUUID());
      }),
    claimRenewal: ({ place, version }, leaseMs) =>
      queue.write('durable', () => claim.run(now() + leaseMs, placeId(place), version, now()).changes === 1),
    replace: ({ place, version }, sealed) =>
      overwriting(() => swap.run(sealed, randomUUID(), placeId(place), version).changes === 1),
    async remove({ place, version }) {
      const removed = await overwriting(() => remove.run(placeId(place), version).changes === 1);
      // The write-ahead log still has the page as it was.
      if (removed) db.pragma('wal_checkpoint(TRUNCATE)');
      return removed;
    },
    noteMember: (team, enterprise) =>
      queue.write('durable', () => {
        note.run(storableKey(team), storableKey(enterprise));
      }),
    forgetMember: (team, enterprise) =>
      queue.write('durable', () => {
        forget.run(team, enterprise);
      }),
    organisationOf: (team) => read(() => organisation.get(storableKey(team))?.enterprise ?? null),
    membersOf: (enterprise) => read(() => members.all(enterprise).map(({ team }) => team)),
    spend: (ticket, expiresAt) =>
      queue.write('durable', () => {
        forgetOld.run(now());
        return spend.run(storableKey(ticket), expiresAt).changes === 1;
      }),
  };
}
