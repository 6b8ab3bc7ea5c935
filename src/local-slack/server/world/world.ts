import type { Ids } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import { type Channel, firstChannels } from './channels.ts';
import { type Files, makeFiles } from './files.ts';
import { type Messages, makeMessages } from './messages.ts';
import { firstGroups, firstPeople, type Group, type Person } from './people.ts';
import { makeResponseUrls, makeTriggers, type ResponseUrls, type Triggers } from './tickets.ts';
import { makeTokens, type Rotation, type Tokens } from './tokens.ts';
import { makeViews, type Views } from './views.ts';

/** An agent session: what Slack shows beside a thread the app works in. */
interface AgentSession {
  status: string;
  title: string;
}

/** Everything that a reset throws away. */
export interface World {
  readonly people: Map<string, Person>;
  readonly channels: Map<string, Channel>;
  readonly groups: Map<string, Group>;
  readonly messages: Messages;
  readonly views: Views;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly files: Files;
  /** Keyed by `sessionKey`. */
  readonly sessions: Map<string, AgentSession>;
  /** Suggested prompts by channel, as the app last set them. */
  readonly prompts: Map<string, JsonObject>;
  readonly tokens: Tokens;
  /** Workspaces that the organisation's installation was taken out of. */
  readonly withoutAccess: Set<string>;
}

export function makeWorld(ids: Ids, now: () => number, botName: string, rotation: Rotation | undefined): World {
  return {
    people: firstPeople(botName),
    channels: firstChannels(),
    groups: firstGroups(),
    messages: makeMessages(),
    views: makeViews(ids, now),
    triggers: makeTriggers(ids, now),
    responseUrls: makeResponseUrls(ids, now),
    files: makeFiles(ids),
    sessions: new Map(),
    prompts: new Map(),
    tokens: makeTokens(ids, now, rotation),
    withoutAccess: new Set(),
  };
}

export function sessionKey(channel: string, threadTs: string): string {
  return `${channel}:${threadTs}`;
}
