import { announceChange, postMessage, showChange, wire } from '../posting.ts';
import {
  addChunks,
  addText,
  isTooLarge,
  newStream,
  type Stream,
  streamingState,
  streamText,
} from '../world/streams.ts';
import { sessionKey } from '../world/world.ts';
import { isSessionStatus } from './agent-sessions.ts';
import { textArg } from './arguments.ts';
import { withIds } from './block-ids.ts';
import { appMessage, readLook } from './chat-post.ts';
import { type Checked, fine, wrong } from './checked.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { ownMessage, postingChannel, threadRoot, visibleChannel } from './place.ts';
import { type Delta, readClosing, readDelta, readRecipient } from './stream-arguments.ts';

const TASK_DISPLAYS = new Set(['timeline', 'plan', 'dense']);

/** chat.startStream */
export function startStream(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = postingChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const threadTs = textArg(args, 'thread_ts');
  if (threadTs === undefined && channel.value.kind === 'im') return missing('thread_ts');
  const root = threadRoot(workspace, channel.value, threadTs);
  if (root.kind === 'wrong') return root.outcome;
  const recipient = readRecipient(call, channel.value.kind === 'im');
  if (recipient.kind === 'wrong') return recipient.outcome;
  const display = textArg(args, 'task_display_mode') ?? 'timeline';
  if (!TASK_DISPLAYS.has(display)) return refused('invalid_arguments', ['[ERROR] invalid task_display_mode']);
  const look = readLook(call);
  if (look.kind === 'wrong') return look.outcome;
  const delta = readDelta(call);
  if (delta.kind === 'wrong') return delta.outcome;

  const stream = newStream(workspace.clock.now(), recipient.value, display);
  apply(stream, delta.value);
  if (isTooLarge(stream)) return refused('msg_too_long');
  stream.firstText = streamText(stream);
  const message = appMessage(call, channel.value.id, root.value, { stream, look: look.value });
  postMessage(workspace, message);
  return ok({ channel: channel.value.id, ts: message.ts });
}

/** chat.appendStream */
export function appendStream(call: MethodCall): Outcome {
  const running = runningStream(call);
  if (running.kind === 'wrong') return running.outcome;
  const delta = readDelta(call);
  if (delta.kind === 'wrong') return delta.outcome;
  const { message, stream } = running.value;
  if (delta.value.text === '' && delta.value.chunks.length === 0) return refused('no_text');
  if (isTooLarge(after(stream, delta.value))) return refused('msg_too_long');
  apply(stream, delta.value);
  showChange(call.workspace, 'message', message);
  return ok({ channel: message.channel, ts: message.ts });
}

/** chat.stopStream */
export function stopStream(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const running = runningStream(call, 'message_not_in_streaming_state');
  if (running.kind === 'wrong') return running.outcome;
  const delta = readDelta(call);
  if (delta.kind === 'wrong') return delta.outcome;
  const closing = readClosing(call);
  if (closing.kind === 'wrong') return closing.outcome;
  const status = textArg(args, 'session_status') ?? 'active';
  if (!isSessionStatus(status)) return refused('invalid_arguments', ['[ERROR] invalid session_status']);
  const { message, stream } = running.value;
  const blocks = withIds(closing.value.blocks, workspace.ids);
  const whole = after(stream, delta.value);
  if (isTooLarge(whole, blocks)) return refused('msg_too_long');
  if (whole.parts.length === 0 && blocks.length === 0) return refused('no_text');

  const before = wire(workspace, message);
  apply(stream, delta.value);
  stream.closingBlocks = blocks;
  stream.ended = { by: 'app' };
  message.metadata = closing.value.metadata;
  const key = sessionKey(message.channel, message.threadTs ?? message.ts);
  workspace.world.sessions.set(key, { title: workspace.world.sessions.get(key)?.title ?? '', status });
  announceChange(workspace, message, before);
  workspace.changes.record('session', { channel: message.channel, thread_ts: message.threadTs ?? message.ts, status });
  return ok({ channel: message.channel, ts: message.ts, message: wire(workspace, message) });
}

/** The stream named by `ts`, still running. `stopped` is the error once a person has stopped it. */
function runningStream(
  call: MethodCall,
  stopped = 'stopped_by_user',
): Checked<{ readonly message: Parameters<typeof wire>[1]; readonly stream: Stream }> {
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel;
  if (channel.value.archived) return wrong('is_archived');
  const own = ownMessage(call, channel.value, 'message_not_owned_by_app');
  if (own.kind === 'wrong') return own;
  const { stream } = own.value;
  if (!stream) return wrong('message_not_in_streaming_state');
  if (stream.ended?.by === 'person') return wrong(stopped);
  const runs = streamingState(stream, call.workspace.clock.now()) === 'in_progress';
  return runs ? fine({ message: own.value, stream }) : wrong('message_not_in_streaming_state');
}

function apply(stream: Stream, delta: Delta): void {
  addText(stream, delta.text);
  addChunks(stream, delta.chunks);
}

/** A copy with the delta added, to weigh it before it is accepted. */
function after(stream: Stream, delta: Delta): Stream {
  const copy: Stream = {
    ...stream,
    parts: stream.parts.map((part) => ({ ...part })),
    tasks: new Map(stream.tasks),
  };
  apply(copy, delta);
  return copy;
}

function missing(argument: string): Outcome {
  return refused('invalid_arguments', [`[ERROR] missing required field: ${argument}`]);
}
