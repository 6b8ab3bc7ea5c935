import type { SealingKeys } from './token-seal.ts';

/** How the app is installed in workspaces that are not known beforehand. */
export interface OauthSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the pages are served when Slack's deliveries come over sockets. */
  readonly listen: { readonly host: string; readonly port: number };
  /** Where people's browsers reach the bot; without a slash at the end. */
  readonly publicUrl: string;
  /** `publicUrl` and the path Slack sends them back to. */
  readonly redirectUri: string;
  /** Ids of the workspaces and organisations that may install it; `any` for whoever can open the page. */
  readonly mayInstall: ReadonlySet<string> | 'any';
  readonly keys: SealingKeys;
}
