import type { JsonObject } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import { type Channel, type ChannelKind, directChannel } from '../world/channels.ts';
import { BOT_USER } from '../world/people.ts';
import { flagArg, listArg } from './arguments.ts';
import { teamsIn } from './directory.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { readPage } from './pages.ts';
import { visibleChannel } from './place.ts';

const PEOPLE_IN_MPIM = 8;
const KIND_BY_TYPE: ReadonlyMap<string, ChannelKind> = new Map([
  ['public_channel', 'public'],
  ['private_channel', 'private'],
  ['im', 'im'],
  ['mpim', 'mpim'],
]);

/** conversations.open: a direct conversation with one or several people. */
export function openConversation({ args, workspace, teamId }: MethodCall): Outcome {
  const users = listArg(args, 'users').filter((user) => user !== BOT_USER);
  if (users.length === 0) return refused('users_list_not_supplied');
  if (users.length > PEOPLE_IN_MPIM) return refused('too_many_users');
  const people = users.map((user) => workspace.world.people.get(user));
  if (people.some((person) => !person)) return refused('user_not_found');
  if (people.some((person) => person?.deleted)) return refused('user_disabled');
  const known = workspace.world.channels.size;
  const channel = directChannel(workspace.world.channels, [...users, BOT_USER], teamId);
  const isNew = workspace.world.channels.size > known;
  if (isNew) workspace.changes.record('channel', { channel: channel.id });
  const whole = flagArg(args, 'return_im') ? wireChannel(workspace, channel) : { id: channel.id };
  return ok({ channel: whole, ...(isNew ? {} : { no_op: true, already_open: true }) });
}

/** conversations.info */
export function conversationInfo(call: MethodCall): Outcome {
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const count = flagArg(call.args, 'include_num_members') ? { num_members: channel.value.members.size } : {};
  return ok({ channel: { ...wireChannel(call.workspace, channel.value), ...count } });
}

/** conversations.members */
export function conversationMembers(call: MethodCall): Outcome {
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const page = readPage(call.args, [...channel.value.members], { usual: 100, most: 1_000 });
  return page.kind === 'page' ? ok({ members: page.items, ...page.meta }) : refused(page.error);
}

/** users.conversations: those of the bot. */
export function botConversations({ args, workspace, teamId }: MethodCall): Outcome {
  const asked = listArg(args, 'types');
  const kinds = (asked.length === 0 ? ['public_channel'] : asked).map((type) => KIND_BY_TYPE.get(type));
  if (kinds.includes(undefined)) return refused('invalid_types');
  const mine = [...workspace.world.channels.values()].filter(
    (channel) =>
      channel.members.has(BOT_USER) &&
      kinds.includes(channel.kind) &&
      (channel.teamId === teamId || channel.shared) &&
      !(channel.archived && flagArg(args, 'exclude_archived')),
  );
  const page = readPage(args, mine, { usual: 100, most: 1_000 });
  if (page.kind === 'refused') return refused(page.error);
  return ok({ channels: page.items.map((channel) => wireChannel(workspace, channel)), ...page.meta });
}

function wireChannel(workspace: Workspace, channel: Channel): JsonObject {
  const isDirect = channel.kind === 'im';
  const other = [...channel.members].find((member) => member !== BOT_USER);
  return {
    id: channel.id,
    ...(isDirect ? { user: other } : { name: channel.name, name_normalized: channel.name }),
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_im: isDirect,
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'public',
    is_archived: channel.archived,
    is_member: channel.members.has(BOT_USER),
    is_general: channel.id === 'C0GENERAL',
    is_shared: channel.shared,
    is_ext_shared: channel.shared,
    is_org_shared: false,
    context_team_id: channel.teamId,
    shared_team_ids: channel.shared ? teamsIn(workspace, channel.members) : [channel.teamId],
  };
}
