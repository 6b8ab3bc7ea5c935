/** A bot token, and whose it is. */
export interface FoundToken {
  readonly token: string;
  /** One installation has one name, however often its token is renewed. */
  readonly installation: string;
  /** Null for a token of one workspace; else the organisation whose workspaces it opens. */
  readonly organisation: string | null;
}

/** Where bot tokens come from: one from the environment, or one for each installation. */
export interface TokenSource {
  /**
   * The token to call Slack with in this workspace; null where the bot is not installed. `refused` is a token Slack has
   * just refused: another one is given if there is one. Rejects when there should be a token and none can be had now.
   */
  tokenFor(team: string, refused?: string): Promise<FoundToken | null>;
}

/** The same token everywhere. */
export const oneToken = (token: string): TokenSource => ({
  tokenFor: () => Promise.resolve({ token, installation: 'the only one', organisation: null }),
});
