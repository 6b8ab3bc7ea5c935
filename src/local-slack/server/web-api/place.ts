import type { Workspace } from '../workspace.ts';
import { type Channel, directChannel } from '../world/channels.ts';
import type { Message } from '../world/messages.ts';
import { BOT_USER } from '../world/people.ts';
import { textArg } from './arguments.ts';
import { type Checked, fine, wrong } from './checked.ts';
import type { MethodCall } from './method.ts';

/** The channel named by `channel` (or `key`) as far as this token's team and the bot may know of it. */
export function visibleChannel({ args, workspace, teamId }: MethodCall, key = 'channel'): Checked<Channel> {
  const channel = workspace.world.channels.get(textArg(args, key) ?? '');
  if (!channel || (channel.teamId !== teamId && !channel.shared)) return wrong('channel_not_found');
  const secret = channel.kind !== 'public' && !channel.members.has(BOT_USER);
  return secret ? wrong('channel_not_found') : fine(channel);
}

/** A channel the bot may post to. A user id stands for the direct conversation with that person. */
export function postingChannel(call: MethodCall): Checked<Channel> {
  const named = personsChannel(call) ?? visibleChannel(call);
  if (named.kind === 'wrong') return named;
  const channel = named.value;
  if (channel.archived) return wrong('is_archived');
  if (!channel.members.has(BOT_USER)) return wrong('not_in_channel');
  const isDirect = channel.kind === 'im';
  return isDirect && !call.workspace.manifest.messagesTab ? wrong('messages_tab_disabled') : named;
}

function personsChannel({ args, workspace, teamId }: MethodCall): Checked<Channel> | undefined {
  const id = textArg(args, 'channel') ?? '';
  const person = workspace.world.people.get(id);
  if (!person) return undefined;
  if (person.deleted || person.id === BOT_USER) return wrong('channel_not_found');
  return fine(directChannel(workspace.world.channels, [person.id, BOT_USER], teamId));
}

/** The root named by `thread_ts`; `undefined` inside where none is named. Slack threads hang on roots only. */
export function threadRoot(
  workspace: Workspace,
  channel: Channel,
  threadTs: string | undefined,
): Checked<string | undefined> {
  if (threadTs === undefined || threadTs === '') return fine(undefined);
  const root = workspace.world.messages.find(channel.id, threadTs);
  if (!root || root.visibleTo !== undefined) return wrong('thread_not_found');
  return root.threadTs === undefined ? fine(threadTs) : wrong('cannot_reply_to_message');
}

export function ownMessage({ args, workspace }: MethodCall, channel: Channel, notOwn: string): Checked<Message> {
  const message = workspace.world.messages.find(channel.id, textArg(args, 'ts') ?? '');
  if (!message || message.visibleTo !== undefined) return wrong('message_not_found');
  return message.user === BOT_USER ? fine(message) : wrong(notOwn);
}
