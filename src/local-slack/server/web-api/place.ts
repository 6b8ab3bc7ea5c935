import type { Workspace } from '../workspace.ts';
import { type Channel, directChannel } from '../world/channels.ts';
import type { Message } from '../world/messages.ts';
import { BOT_USER } from '../world/people.ts';
import { textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, refused } from './outcome.ts';

export type Found<T> = { readonly kind: 'found'; readonly value: T } | { readonly kind: 'not-found'; outcome: Outcome };

export function found<T>(value: T): Found<T> {
  return { kind: 'found', value };
}

export function notFound(error: string): Found<never> {
  return { kind: 'not-found', outcome: refused(error) };
}

/** The channel named by `channel` (or `key`) as far as this token's team and the bot may know of it. */
export function visibleChannel({ args, workspace, teamId }: MethodCall, key = 'channel'): Found<Channel> {
  const channel = workspace.world.channels.get(textArg(args, key) ?? '');
  if (!channel || (channel.teamId !== teamId && !channel.shared)) return notFound('channel_not_found');
  const secret = channel.kind !== 'public' && !channel.members.has(BOT_USER);
  return secret ? notFound('channel_not_found') : found(channel);
}

/** A channel the bot may post to. A user id stands for the direct conversation with that person. */
export function postingChannel(call: MethodCall): Found<Channel> {
  const named = personsChannel(call) ?? visibleChannel(call);
  if (named.kind === 'not-found') return named;
  const channel = named.value;
  if (channel.archived) return notFound('is_archived');
  if (!channel.members.has(BOT_USER)) return notFound('not_in_channel');
  const isDirect = channel.kind === 'im';
  return isDirect && !call.workspace.manifest.messagesTab ? notFound('messages_tab_disabled') : named;
}

function personsChannel({ args, workspace }: MethodCall): Found<Channel> | undefined {
  const id = textArg(args, 'channel') ?? '';
  const person = workspace.world.people.get(id);
  if (!person) return undefined;
  if (person.deleted || person.id === BOT_USER) return notFound('channel_not_found');
  return found(directChannel(workspace.world.channels, [person.id, BOT_USER]));
}

/** The root named by `thread_ts`; `undefined` inside where none is named. Slack threads hang on roots only. */
export function threadRoot(
  workspace: Workspace,
  channel: Channel,
  threadTs: string | undefined,
): Found<string | undefined> {
  if (threadTs === undefined || threadTs === '') return found(undefined);
  const root = workspace.world.messages.find(channel.id, threadTs);
  if (!root || root.visibleTo !== undefined) return notFound('thread_not_found');
  return root.threadTs === undefined ? found(threadTs) : notFound('cannot_reply_to_message');
}

export function ownMessage({ args, workspace }: MethodCall, channel: Channel, notOwn: string): Found<Message> {
  const message = workspace.world.messages.find(channel.id, textArg(args, 'ts') ?? '');
  if (!message || message.visibleTo !== undefined) return notFound('message_not_found');
  return message.user === BOT_USER ? found(message) : notFound(notOwn);
}
