export interface Person {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly realName: string;
  /** Set for bots: the id their messages carry as `bot_id`. */
  readonly botId: string | undefined;
  readonly admin: boolean;
  deleted: boolean;
  /** A guest (`is_restricted`). */
  guest: boolean;
}

export interface Group {
  readonly id: string;
  readonly teamId: string;
  readonly handle: string;
  readonly name: string;
  readonly members: Set<string>;
}

export const HOME_TEAM = 'T0LOCAL';
export const OTHER_TEAM = 'T0OTHER';
export const APP_ID = 'A0COUNTER';
export const BOT_USER = 'U0COUNTER';
export const BOT_ID = 'B0COUNTER';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

export const TEAMS: ReadonlyMap<string, Team> = new Map(
  [
    { id: HOME_TEAM, name: 'Local Workspace', domain: 'local' },
    { id: OTHER_TEAM, name: 'Other Company', domain: 'other' },
  ].map((team) => [team.id, team]),
);

/** The organisation that both workspaces belong to, where the local Slack is started as one. */
export const ORGANISATION = { id: 'E0LOCAL', name: 'Local Organisation' };

type Trait = 'admin' | 'guest' | 'gone' | 'stranger' | 'bot';

export function firstPeople(botName: string): Map<string, Person> {
  return byId([
    person('U0ALICE', 'alice', 'Alice Moreau', 'admin'),
    person('U0BOB', 'bob', 'Bob Okafor'),
    person('U0CAROL', 'carol', 'Carol Lindqvist'),
    person('U0GUEST', 'guest', 'Gus Guest', 'guest'),
    person('U0DAVE', 'dave', 'Dave from Other Company', 'stranger'),
    person('U0GONE', 'gone', 'Gwen Gone', 'gone'),
    { ...person('U0BOTX', 'botx', 'Bot X', 'bot'), botId: 'B0BOTX' },
    { ...person(BOT_USER, botName.toLowerCase(), botName, 'bot'), botId: BOT_ID },
  ]);
}

export function firstGroups(): Map<string, Group> {
  return byId([
    { id: 'S0ONCALL', teamId: HOME_TEAM, handle: 'oncall', name: 'On call', members: new Set(['U0BOB', 'U0CAROL']) },
  ]);
}

function person(id: string, name: string, realName: string, trait?: Trait): Person {
  return {
    id,
    teamId: trait === 'stranger' ? OTHER_TEAM : HOME_TEAM,
    name,
    realName,
    botId: undefined,
    admin: trait === 'admin',
    deleted: trait === 'gone',
    guest: trait === 'guest',
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
