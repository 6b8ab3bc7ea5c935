import { z } from 'zod';
import type { Person } from '../domain/person.ts';
import type { Directory, Profile } from '../ports/directory.ts';
import { makeTtlCache } from './ttl-cache.ts';
import { type CallArgs, codeOf } from './web/call.ts';
import type { Method } from './web/methods.ts';
import type { Timers } from './web/timers.ts';
import type { Workspaces } from './web/workspaces.ts';

export interface SlackDirectory extends Directory {
  membersOfGroup(team: string, group: string): Promise<ReadonlySet<string>>;
  forgetPerson(user: string): void;
  forgetGroups(): void;
}

/** Slack did not say. Whoever asked must not take that for a yes. */
export class DirectoryUnknown extends Error {
  override readonly name = 'DirectoryUnknown';
  readonly code: string;

  constructor(code: string) {
    super(`Slack could not be asked about people: ${code}`);
    this.code = code;
  }
}

/** Who may decide is at most this old. */
const FRESH_MS = 30_000;
const PEOPLE_KEPT = 5_000;
const SETS_KEPT = 500;
/** Members read of one channel; a larger one is not looked through to the end, and who was not found is refused. */
const MEMBER_PAGES = 20;
const MEMBERS_A_PAGE = 1_000;

const userInfo = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string().optional(),
    name: z.string().catch(''),
    deleted: z.boolean().catch(false),
    is_bot: z.boolean().catch(false),
    is_workflow_bot: z.boolean().optional().catch(false),
    is_restricted: z.boolean().catch(false),
    is_ultra_restricted: z.boolean().catch(false),
    is_stranger: z.boolean().optional().catch(false),
    is_admin: z.boolean().catch(false),
    is_owner: z.boolean().catch(false),
    enterprise_user: z.object({ enterprise_id: z.string() }).optional().catch(undefined),
    profile: z
      .object({ display_name: z.string().catch(''), real_name: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
});
const groupUsers = z.object({ users: z.array(z.string()) });
const memberPage = z.object({
  members: z.array(z.string()),
  response_metadata: z
    .object({ next_cursor: z.string().catch('') })
    .optional()
    .catch(undefined),
});

const channelInfo = z.object({
  channel: z.object({ is_ext_shared: z.boolean().catch(false), is_pending_ext_shared: z.boolean().catch(false) }),
});

const SLACKBOT = 'USLACKBOT';
/** Codes by which Slack says that there is no such person here. */
const NOBODY: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible', 'users_not_found']);

/** What Slack says about people, remembered for half a minute. Whoever is looked up, their own team is in the answer. */
export function makeDirectory(parts: { readonly workspaces: Workspaces; readonly timers: Timers }): SlackDirectory {
  const now = (): number => parts.timers.now();
  const people = makeTtlCache<Profile | null>({ ttlMs: FRESH_MS, size: PEOPLE_KEPT, now });
  const groups = makeTtlCache<ReadonlySet<string>>({ ttlMs: FRESH_MS, size: SETS_KEPT, now });
  const channels = makeTtlCache<ReadonlySet<string>>({ ttlMs: FRESH_MS, size: SETS_KEPT, now });
  const shared = makeTtlCache<boolean>({ ttlMs: FRESH_MS, size: SETS_KEPT, now });

  const ask = async <T>(team: string, method: Method, args: CallArgs, shape: z.ZodType<T>): Promise<T> => {
    const workspace = await parts.workspaces.of(team);
    if (workspace === null) throw new DirectoryUnknown('not_installed');
    const outcome = await workspace.now.call(method, args);
    if (outcome.kind !== 'ok') throw new DirectoryUnknown(codeOf(outcome));
    const read = shape.safeParse(outcome.body);
    if (!read.success) throw new DirectoryUnknown('unexpected_answer');
    return read.data;
  };

  const profileOf = async (person: Person, seenFrom: string): Promise<Profile | null> => {
    try {
      const { user } = await ask(seenFrom, 'users.info', { user: person.user }, userInfo);
      const shown = user.profile?.display_name || user.profile?.real_name || user.name;
      const team = user.team_id ?? person.team;
      return {
        person: { team, user: user.id },
        enterprise: user.enterprise_user?.enterprise_id ?? null,
        name: shown,
        bot: user.is_bot || user.is_workflow_bot === true || user.id === SLACKBOT,
        deactivated: user.deleted,
        guest: user.is_restricted || user.is_ultra_restricted,
        stranger: user.is_stranger === true,
        admin: user.is_admin || user.is_owner,
      };
    } catch (error) {
      if (error instanceof DirectoryUnknown && NOBODY.has(error.code)) return null;
      throw error;
    }
  };

  const membersOf = async (team: string, channel: string): Promise<ReadonlySet<string>> => {
    const members = new Set<string>();
    let cursor = '';
    for (let page = 0; page < MEMBER_PAGES; page += 1) {
      const args = { channel, limit: MEMBERS_A_PAGE, ...(cursor === '' ? {} : { cursor }) };
      const read = await ask(team, 'conversations.members', args, memberPage);
      for (const member of read.members) members.add(member);
      cursor = read.response_metadata?.next_cursor ?? '';
      if (cursor === '') break;
    }
    return members;
  };

  const membersOfGroup = (team: string, group: string): Promise<ReadonlySet<string>> =>
    groups.get(`${team} ${group}`, async () => {
      const read = await ask(team, 'usergroups.users.list', { usergroup: group, team_id: team }, groupUsers);
      return new Set(read.users);
    });

  return {
    membersOfGroup,
    profile: (person, seenFrom = person.team) =>
      people.get(`${seenFrom} ${person.team} ${person.user}`, () => profileOf(person, seenFrom)),
    isInGroup: async (team, group, { user }) => (await membersOfGroup(team, group)).has(user),
    async isInChannel(team, channel, { user }) {
      return (await channels.get(`${team} ${channel}`, () => membersOf(team, channel))).has(user);
    },
    async isShared(team, channel) {
      // Who is in a direct message does not change.
      if (channel.startsWith('D')) return false;
      return await shared.get(`${team} ${channel}`, async () => {
        const read = await ask(team, 'conversations.info', { channel }, channelInfo);
        return read.channel.is_ext_shared || read.channel.is_pending_ext_shared;
      });
    },
    forgetPerson: (user) => people.forget((key) => key.endsWith(` ${user}`)),
    forgetGroups: () => groups.forget(),
  };
}
