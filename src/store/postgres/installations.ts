import { randomUUID } from 'node:crypto';
import { type Installations, placeId } from '../../ports/installations.ts';
import { type InstallationRow, installationOf } from '../installation-row.ts';
import { storableKey } from '../storable-key.ts';
import type { PostgresDatabase } from './database.ts';

export function makeInstallations(db: PostgresDatabase): Installations {
  /** Whether a statement that returns what it touched touched anything. */
  const touched = async (text: string, values: readonly unknown[]): Promise<boolean> =>
    (await db.query<object>(`${text} RETURNING 1`, values)).length === 1;

  return {
    async of(id) {
      const [row] = await db.query<InstallationRow>('SELECT * FROM installations WHERE id = $1', [storableKey(id)]);
      return row === undefined ? null : installationOf(row);
    },
    async all() {
      return (await db.query<InstallationRow>('SELECT * FROM installations ORDER BY id')).map(installationOf);
    },
    async put(place, sealed) {
      await db.query(
        `INSERT INTO installations (id, kind, enterprise, sealed, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, enterprise = excluded.enterprise,
           sealed = excluded.sealed, version = excluded.version, renewal_until = NULL`,
        [storableKey(placeId(place)), place.kind, place.enterprise, sealed, randomUUID()],
      );
    },
    claimRenewal: ({ place, version }, leaseMs) =>
      touched(
        `UPDATE installations SET renewal_until = now_ms() + $3
         WHERE id = $1 AND version = $2 AND (renewal_until IS NULL OR renewal_until <= now_ms())`,
        [placeId(place), version, leaseMs],
      ),
    replace: ({ place, version }, sealed) =>
      touched(
        `UPDATE installations SET sealed = $3, version = $4, renewal_until = NULL WHERE id = $1 AND version = $2`,
        [placeId(place), version, sealed, randomUUID()],
      ),
    remove: ({ place, version }) =>
      touched('DELETE FROM installations WHERE id = $1 AND version = $2', [placeId(place), version]),
    async noteMember(team, enterprise) {
      await db.query(
        `INSERT INTO organisation_members (team, enterprise) VALUES ($1, $2)
         ON CONFLICT (team) DO UPDATE SET enterprise = excluded.enterprise`,
        [storableKey(team), storableKey(enterprise)],
      );
    },
    async forgetMember(team, enterprise) {
      await db.query('DELETE FROM organisation_members WHERE team = $1 AND enterprise = $2', [team, enterprise]);
    },
    async organisationOf(team) {
      const [row] = await db.query<{ enterprise: string }>(
        'SELECT enterprise FROM organisation_members WHERE team = $1',
        [storableKey(team)],
      );
      return row?.enterprise ?? null;
    },
    async membersOf(enterprise) {
      const rows = await db.query<{ team: string }>(
        'SELECT team FROM organisation_members WHERE enterprise = $1 ORDER BY team',
        [enterprise],
      );
      return rows.map(({ team }) => team);
    },
    async spend(ticket, expiresAt) {
      await db.query('DELETE FROM spent_tickets WHERE expires_at <= now_ms()');
      return await touched('INSERT INTO spent_tickets VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        storableKey(ticket),
        expiresAt,
      ]);
    },
  };
}
