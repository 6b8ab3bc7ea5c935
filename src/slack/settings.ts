import type { OauthSettings } from './install/settings.ts';
import type { Pace } from './web/methods.ts';
import type { FetchFunction } from './web/workspaces.ts';

/** With a token the bot is in one workspace; with `oauth` it is wherever people install it. */
export type SlackSettings = CommonSettings & ({ readonly botToken: string } | { readonly oauth: OauthSettings });

interface CommonSettings {
  /** Ends in a slash. Slack's own, or the local workspace's. */
  readonly apiUrl: string;
  readonly receive:
    | { readonly kind: 'socket'; readonly appToken: string }
    | { readonly kind: 'http'; readonly signingSecret: string; readonly host: string; readonly port: number };
  /** No other process works on the same store: what is half-written at start is nobody's. */
  readonly soleProcess: boolean;
  readonly fetch?: FetchFunction;
  /** Absent: within Slack's limits. `unlimited` is for a stand-in that has none, under load no workspace would take. */
  readonly pace?: Pace;
  /** Conversations that may wait for a turn before people are asked to come back; a thousand unless given. */
  readonly longestLine?: number;
}
