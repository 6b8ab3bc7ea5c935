import { BOT_USER, HOME_TEAM, OTHER_TEAM } from './people.ts';

/** Slack's four sorts of conversation; scopes and event names follow them. */
export type ChannelKind = 'public' | 'private' | 'im' | 'mpim';

export interface Channel {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly members: Set<string>;
  readonly archived: boolean;
  /** Slack Connect: people of another team are in it. */
  readonly shared: boolean;
}

const STAFF = ['U0ALICE', 'U0BOB', 'U0CAROL'];

export function firstChannels(): Map<string, Channel> {
  const channels: readonly Channel[] = [
    channel('C0GENERAL', 'general', [...STAFF, 'U0GUEST', 'U0BOTX', BOT_USER]),
    channel('C0SUPPORT', 'support', [...STAFF, 'U0GUEST', BOT_USER]),
    { ...channel('C0OPS', 'ops', ['U0ALICE', 'U0BOB', BOT_USER]), kind: 'private' },
    { ...channel('C0SHARED', 'shared-with-other', [...STAFF, 'U0DAVE', BOT_USER]), shared: true },
    { ...channel('C0ARCHIVE', 'archive', [...STAFF, BOT_USER]), archived: true },
    { ...channel('C0OTHER', 'other-team', ['U0DAVE', BOT_USER]), teamId: OTHER_TEAM },
  ];
  return new Map(channels.map((one) => [one.id, one]));
}

/** The direct conversation of two or more people, opened on demand; always the same one for the same people. */
export function directChannel(
  channels: Map<string, Channel>,
  people: readonly string[],
  teamId: string = HOME_TEAM,
): Channel {
  const members = [...new Set(people)].sort();
  const id = members.length === 2 ? `D0${directName(members)}` : `G0${members.map(shortName).join('')}`;
  const known = channels.get(id);
  if (known) return known;
  const opened: Channel = {
    id,
    teamId,
    name: members.map((member) => member.toLowerCase()).join('-'),
    kind: members.length === 2 ? 'im' : 'mpim',
    members: new Set(members),
    archived: false,
    shared: false,
  };
  channels.set(id, opened);
  return opened;
}

function directName(members: readonly string[]): string {
  const others = members.filter((member) => member !== BOT_USER);
  return others.map(shortName).join('');
}

function shortName(user: string): string {
  return user.replace(/^U0/, '');
}

function channel(id: string, name: string, members: readonly string[]): Channel {
  return { id, teamId: HOME_TEAM, name, kind: 'public', members: new Set(members), archived: false, shared: false };
}
