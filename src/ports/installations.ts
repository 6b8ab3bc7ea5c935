/** Where the bot was installed: in one workspace, or once for a whole organisation (Enterprise Grid). */
export type InstallationPlace =
  | { readonly kind: 'workspace'; readonly team: string; readonly enterprise: string | null }
  | { readonly kind: 'organisation'; readonly enterprise: string };

/** One installation as it is kept. The tokens in it are sealed by whoever put it: a store never sees one. */
export interface Installation {
  readonly place: InstallationPlace;
  readonly sealed: string;
  /** Another text after every write of this installation; never the same twice, also across a removal. */
  readonly version: string;
}

/** The id an installation is found by: the workspace's, or the organisation's. */
export const placeId = (place: InstallationPlace): string =>
  place.kind === 'workspace' ? place.team : place.enterprise;

/**
 * The installations of the bot, in one durable place that every process shares. A promise that resolves means durable.
 * Times are the store's own clock.
 */
export interface Installations {
  /** The installation of exactly this id; null when there is none. Always what is stored now. */
  of(id: string): Promise<Installation | null>;
  all(): Promise<readonly Installation[]>;
  /** Keeps an installation, in place of one that was there. */
  put(place: InstallationPlace, sealed: string): Promise<void>;
  /**
   * True for one caller at most until the claim runs out: it may renew the tokens of this version. The claim ends with
   * the version.
   */
  claimRenewal(installation: Installation, leaseMs: number): Promise<boolean>;
  /** Compare-and-set: false when the installation is not the one that was read any more, and nothing was changed. */
  replace(installation: Installation, sealed: string): Promise<boolean>;
  /** Removes it unless it has changed since it was read; what was stored is overwritten as far as the engine can. */
  remove(installation: Installation): Promise<boolean>;
  /** Remembers which organisation a workspace belongs to, in place of what was remembered. */
  noteMember(team: string, enterprise: string): Promise<void>;
  /** Remembers no longer that the workspace belongs to this organisation; of another one nothing is changed. */
  forgetMember(team: string, enterprise: string): Promise<void>;
  organisationOf(team: string): Promise<string | null>;
  /** The workspaces an organisation was noted to have. */
  membersOf(enterprise: string): Promise<readonly string[]>;
  /** True the first time for a ticket; it is remembered until `expiresAt` at least. */
  spend(ticket: string, expiresAt: number): Promise<boolean>;
}
