import type { JsonObject } from './json.ts';
import type { Workspace } from './workspace.ts';
import type { Channel } from './world/channels.ts';
import type { Message } from './world/messages.ts';
import { BOT_USER } from './world/people.ts';
import { wireMessage } from './world/wire-message.ts';

/** Slack's one-letter names of the sorts of conversation, as `channel_type` has them. */
const CHANNEL_TYPES = { public: 'channel', private: 'group', im: 'im', mpim: 'mpim' } as const;

/** Adds the message and tells everybody: the page, and the app by its events. */
export function postMessage(workspace: Workspace, message: Message, extra: JsonObject = {}): void {
  const { world } = workspace;
  world.messages.add(message);
  showChange(workspace, 'message', message);
  const channel = world.channels.get(message.channel);
  if (!channel || message.visibleTo !== undefined) return;
  const event = { ...eventOf(workspace, message, channel), ...extra };
  workspace.events.emit(event, channel);
  if (mentionsApp(message) && channel.kind !== 'im') {
    workspace.events.emit({ ...event, type: 'app_mention', channel_type: undefined }, channel);
  }
}

/** Tells everybody that the message is not what `before` was. */
export function announceChange(workspace: Workspace, message: Message, before: JsonObject): void {
  showChange(workspace, 'message', message);
  const channel = workspace.world.channels.get(message.channel);
  if (!channel || message.visibleTo !== undefined) return;
  const ts = workspace.nextTs();
  workspace.events.emit(
    {
      type: 'message',
      subtype: 'message_changed',
      hidden: true,
      message: wire(workspace, message),
      previous_message: before,
      channel: channel.id,
      channel_type: CHANNEL_TYPES[channel.kind],
      ts,
      event_ts: ts,
    },
    channel,
  );
}

export function removeMessage(workspace: Workspace, message: Message): void {
  const previous = wire(workspace, message);
  workspace.world.messages.remove(message);
  showChange(workspace, 'message_deleted', message);
  const channel = workspace.world.channels.get(message.channel);
  if (!channel || message.visibleTo !== undefined) return;
  const ts = workspace.nextTs();
  workspace.events.emit(
    {
      type: 'message',
      subtype: 'message_deleted',
      hidden: true,
      deleted_ts: message.ts,
      previous_message: previous,
      channel: channel.id,
      channel_type: CHANNEL_TYPES[channel.kind],
      ts,
      event_ts: ts,
    },
    channel,
  );
}

/** Tells the page only, for what Slack raises no event for: each delta of a stream. */
export function showChange(workspace: Workspace, type: string, message: Message): void {
  workspace.changes.record(type, {
    channel: message.channel,
    ts: message.ts,
    ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
  });
}

/** The message as the app sees it, with the team its author belongs to; the app belongs to where it is installed. */
export function wire(workspace: Workspace, message: Message): JsonObject {
  const { people, channels } = workspace.world;
  const home = message.user === BOT_USER ? channels.get(message.channel) : people.get(message.user);
  const team = home?.teamId ?? '';
  return wireMessage(message, workspace.clock.now(), team);
}

function eventOf(workspace: Workspace, message: Message, channel: Channel): JsonObject {
  const author = workspace.world.people.get(message.user);
  return {
    ...wire(workspace, message),
    ...(channel.shared && author ? { user_team: author.teamId, source_team: author.teamId } : {}),
    ...(message.threadTs === undefined ? {} : { parent_user_id: rootAuthor(workspace, message) }),
    channel: channel.id,
    channel_type: CHANNEL_TYPES[channel.kind],
    event_ts: message.ts,
  };
}

function rootAuthor(workspace: Workspace, message: Message): string | undefined {
  return workspace.world.messages.find(message.channel, message.threadTs ?? '')?.user;
}

function mentionsApp(message: Message): boolean {
  return message.user !== BOT_USER && message.subtype === undefined && message.text.includes(`<@${BOT_USER}>`);
}
