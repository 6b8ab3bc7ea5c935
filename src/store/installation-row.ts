import type { Installation, InstallationPlace } from '../ports/installations.ts';

/** A row of `installations` as both engines give it. */
export interface InstallationRow {
  readonly id: string;
  readonly kind: string;
  readonly enterprise: string | null;
  readonly sealed: string;
  readonly version: string;
}

export const installationOf = (row: InstallationRow): Installation => ({
  place: placeOf(row),
  sealed: row.sealed,
  version: row.version,
});

const placeOf = ({ id, kind, enterprise }: InstallationRow): InstallationPlace =>
  kind === 'organisation' ? { kind, enterprise: id } : { kind: 'workspace', team: id, enterprise };
