import type { JsonObject } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import type { Channel } from '../world/channels.ts';
import type { Message } from '../world/messages.ts';
import type { Person } from '../world/people.ts';
import { streamingState } from '../world/streams.ts';
import { shownBlocks, shownText } from '../world/wire-message.ts';
import { sessionKey } from '../world/world.ts';

/** What the person sees: in a thread its root and replies, else the channel's roots. Oldest first. */
export function messagesFor(
  workspace: Workspace,
  person: Person,
  channel: Channel,
  threadTs: string | undefined,
): readonly JsonObject[] {
  const { messages } = workspace.world;
  const all = threadTs === undefined ? messages.inChannel(channel.id) : messages.inThread(channel.id, threadTs);
  return all
    .filter((message) => threadTs !== undefined || message.threadTs === undefined)
    .filter((message) => message.visibleTo === undefined || message.visibleTo === person.id)
    .map((message) => ({ ...messageFor(workspace, person, message), ...threadFacts(workspace, person, message) }));
}

function messageFor(workspace: Workspace, person: Person, message: Message): JsonObject {
  return {
    ts: message.ts,
    user: message.user,
    ...shownTo(workspace, person, message),
    ...(message.attachments.length === 0 ? {} : { attachments: message.attachments }),
    ...(message.files.length === 0 ? {} : { files: message.files }),
    ...(message.botId === undefined ? {} : { bot_id: message.botId }),
    ...(message.subtype === undefined ? {} : { subtype: message.subtype }),
    ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
    ...(message.visibleTo === undefined ? {} : { ephemeral: true }),
    ...(message.edited === undefined ? {} : { edited: message.edited }),
    ...(message.metadata === undefined ? {} : { metadata: message.metadata }),
    ...(message.reactions.size === 0
      ? {}
      : { reactions: [...message.reactions].map(([name, by]) => ({ name, users: [...by] })) }),
    ...message.look,
  };
}

/** Outside direct conversations only the recipient watches a stream; others see its first text until it ends. */
function shownTo(workspace: Workspace, person: Person, message: Message): JsonObject {
  const { stream } = message;
  if (!stream || stream.replaced) return { text: message.text, blocks: message.blocks };
  const state = streamingState(stream, workspace.clock.now());
  const watches = state !== 'in_progress' || stream.recipient === undefined || stream.recipient === person.id;
  if (!watches) {
    return {
      streaming_state: state,
      text: stream.firstText,
      blocks: [{ type: 'markdown', text: stream.firstText }],
      tasks: [],
    };
  }
  return {
    streaming_state: state,
    text: shownText(message),
    blocks: shownBlocks(message),
    tasks: [...stream.tasks.values()],
    ...(stream.planTitle === undefined ? {} : { plan_title: stream.planTitle }),
    ...(stream.ended?.by === 'person' ? { stopped_by: stream.ended.user } : {}),
  };
}

function threadFacts(workspace: Workspace, person: Person, message: Message): JsonObject {
  if (message.threadTs !== undefined) return {};
  const thread = workspace.world.messages.inThread(message.channel, message.ts);
  const replies = thread.filter(
    (reply) => reply !== message && (reply.visibleTo === undefined || reply.visibleTo === person.id),
  );
  const session = workspace.world.sessions.get(sessionKey(message.channel, message.ts));
  return {
    ...(replies.length === 0 ? {} : { reply_count: replies.length, latest_reply: replies.at(-1)?.ts }),
    ...(session === undefined ? {} : { session: { ...session } }),
  };
}
