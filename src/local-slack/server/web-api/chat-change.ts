import { announceChange, removeMessage, wire } from '../posting.ts';
import { BOT_USER } from '../world/people.ts';
import { streamingState } from '../world/streams.ts';
import { shownBlocks } from '../world/wire-message.ts';
import { textArg } from './arguments.ts';
import { readContent } from './chat-post.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { ownMessage, visibleChannel } from './place.ts';

/** chat.update: blocks and attachments that are not sent stay as they are; an empty list removes them. */
export function updateMessage(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  if (channel.value.archived) return refused('is_archived');
  const own = ownMessage(call, channel.value, 'cant_update_message');
  if (own.kind === 'wrong') return own.outcome;
  const message = own.value;
  if (message.stream && streamingState(message.stream, workspace.clock.now()) === 'in_progress') {
    return refused('streaming_state_conflict');
  }
  const content = readContent(call, 'update');
  if (content.kind === 'wrong') return content.outcome;
  const before = wire(workspace, message);
  const isSent = (key: string) => args[key] !== undefined && args[key] !== '';
  message.blocks = isSent('blocks') || isSent('markdown_text') ? content.value.blocks : shownBlocks(message);
  message.text = content.value.text;
  if (message.stream) message.stream.replaced = true;
  if (isSent('attachments')) message.attachments = content.value.attachments;
  if (isSent('metadata')) message.metadata = content.value.metadata;
  message.edited = { user: BOT_USER, ts: workspace.nextTs() };
  announceChange(workspace, message, before);
  return ok({ channel: channel.value.id, ts: message.ts, text: message.text, message: wire(workspace, message) });
}

/** chat.delete */
export function deleteMessage(call: MethodCall): Outcome {
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const own = ownMessage(call, channel.value, 'cant_delete_message');
  if (own.kind === 'wrong') return own.outcome;
  removeMessage(call.workspace, own.value);
  return ok({ channel: channel.value.id, ts: own.value.ts });
}

/** chat.getPermalink */
export function getPermalink(call: MethodCall): Outcome {
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const ts = textArg(call.args, 'message_ts') ?? '';
  const message = call.workspace.world.messages.find(channel.value.id, ts);
  if (!message || message.visibleTo !== undefined) return refused('message_not_found');
  const path = `/archives/${channel.value.id}/p${ts.replace('.', '')}`;
  const query = message.threadTs === undefined ? '' : `?thread_ts=${message.threadTs}&cid=${channel.value.id}`;
  return ok({ channel: channel.value.id, permalink: `${call.workspace.url()}${path}${query}` });
}
