import type { JsonObject } from '../json.ts';
import { wire } from '../posting.ts';
import type { Workspace } from '../workspace.ts';
import type { Channel } from '../world/channels.ts';
import type { Message } from '../world/messages.ts';
import { BOT_USER } from '../world/people.ts';
import { flagArg, numberArg, textArg } from './arguments.ts';
import { type Checked, wrong } from './checked.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { readPage } from './pages.ts';
import { visibleChannel } from './place.ts';

/** conversations.replies: the root first, then its replies. */
export function conversationReplies(call: MethodCall): Outcome {
  const readable = readableChannel(call);
  if (readable.kind === 'wrong') return readable.outcome;
  const { messages } = call.workspace.world;
  const named = messages.find(readable.value.id, textArg(call.args, 'ts') ?? '');
  if (!named || named.visibleTo !== undefined) return refused('thread_not_found');
  return listing(call, messages.inThread(readable.value.id, named.threadTs ?? named.ts), 'oldest-first');
}

/** conversations.history: roots only, newest first. */
export function conversationHistory(call: MethodCall): Outcome {
  const readable = readableChannel(call);
  if (readable.kind === 'wrong') return readable.outcome;
  const roots = call.workspace.world.messages
    .inChannel(readable.value.id)
    .filter((message) => message.threadTs === undefined);
  return listing(call, roots, 'newest-first');
}

function readableChannel(call: MethodCall): Checked<Channel> {
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel;
  if (channel.value.members.has(BOT_USER)) return channel;
  return wrong('not_in_channel');
}

function listing(call: MethodCall, all: readonly Message[], order: 'oldest-first' | 'newest-first'): Outcome {
  const { args, workspace } = call;
  const inclusive = flagArg(args, 'inclusive');
  const oldest = numberArg(args, 'oldest') ?? 0;
  const latest = numberArg(args, 'latest') ?? Number.POSITIVE_INFINITY;
  const inRange = all.filter((message) => {
    const at = Number(message.ts);
    const isRoot = order === 'oldest-first' && message.threadTs === undefined;
    const within = inclusive ? at >= oldest && at <= latest : at > oldest && at < latest;
    return message.visibleTo === undefined && (within || isRoot);
  });
  const ordered = order === 'newest-first' ? inRange.toReversed() : inRange;
  const page = readPage(args, ordered, { usual: order === 'newest-first' ? 100 : 1_000, most: 1_000 });
  if (page.kind === 'refused') return refused(page.error);
  const withMetadata = flagArg(args, 'include_all_metadata');
  return ok({
    messages: page.items.map((message) => ({
      ...wire(workspace, message),
      ...threadFacts(workspace, message),
      ...(withMetadata && message.metadata !== undefined ? { metadata: message.metadata } : {}),
    })),
    has_more: page.hasMore,
    ...page.meta,
  });
}

/** What a root says about its replies. */
function threadFacts(workspace: Workspace, message: Message): JsonObject {
  if (message.threadTs !== undefined) return {};
  const replies = workspace.world.messages
    .inThread(message.channel, message.ts)
    .filter((reply) => reply !== message && reply.visibleTo === undefined);
  if (replies.length === 0) return {};
  const users = [...new Set(replies.map((reply) => reply.user))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users: users,
    reply_users_count: users.length,
    latest_reply: replies.at(-1)?.ts,
  };
}
