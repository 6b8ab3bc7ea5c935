import { validateChunks, validateMessage } from '../block-kit/validate.ts';
import { isObject, type JsonObject } from '../json.ts';
import { announceChange, postMessage, showChange, wire } from '../posting.ts';
import { addChunks, addText, isTooLarge, newStream, type Stream, streamingState } from '../world/streams.ts';
import { sessionKey } from '../world/world.ts';
import { isSessionStatus } from './agent-sessions.ts';
import { jsonArg, textArg } from './arguments.ts';
import { withIds } from './block-ids.ts';
import { appMessage, readLook } from './chat-post.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { type Found, found, notFound, ownMessage, postingChannel, threadRoot, visibleChannel } from './place.ts';

/** Characters of `markdown_text` in one call. */
export const STREAM_CALL_TEXT_LIMIT = 12_000;
const TASK_DISPLAYS = new Set(['timeline', 'plan', 'dense']);

interface Delta {
  readonly text: string;
  readonly chunks: readonly JsonObject[];
}

/** chat.startStream */
export function startStream(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = postingChannel(call);
  if (channel.kind === 'not-found') return channel.outcome;
  const threadTs = textArg(args, 'thread_ts');
  if (threadTs === undefined && channel.value.kind === 'im') return missing('thread_ts');
  const root = threadRoot(workspace, channel.value, threadTs);
  if (root.kind === 'not-found') return root.outcome;
  const recipient = readRecipient(call, channel.value.kind === 'im');
  if (recipient.kind === 'not-found') return recipient.outcome;
  const display = textArg(args, 'task_display_mode') ?? 'timeline';
  if (!TASK_DISPLAYS.has(display)) return refused('invalid_arguments', ['[ERROR] invalid task_display_mode']);
  const look = readLook(call);
  if (look.kind === 'not-found') return look.outcome;
  const delta = readDelta(call);
  if (delta.kind === 'not-found') return delta.outcome;

  const stream = newStream(workspace.clock.now(), recipient.value, display);
  apply(stream, delta.value);
  if (isTooLarge(stream)) return refused('msg_too_long');
  stream.firstText = stream.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const message = appMessage(call, channel.value.id, root.value, { stream, look: look.value });
  postMessage(workspace, message);
  return ok({ channel: channel.value.id, ts: message.ts });
}

/** chat.appendStream */
export function appendStream(call: MethodCall): Outcome {
  const running = runningStream(call);
  if (running.kind === 'not-found') return running.outcome;
  const delta = readDelta(call);
  if (delta.kind === 'not-found') return delta.outcome;
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
  if (running.kind === 'not-found') return running.outcome;
  const delta = readDelta(call);
  if (delta.kind === 'not-found') return delta.outcome;
  const closing = readClosing(call);
  if (closing.kind === 'not-found') return closing.outcome;
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

/** Outside direct conversations Slack must be told for whom it streams, and from which team that person is. */
function readRecipient({ args, workspace }: MethodCall, isDirect: boolean): Found<string | undefined> {
  const user = textArg(args, 'recipient_user_id');
  const team = textArg(args, 'recipient_team_id');
  if (isDirect && user === undefined && team === undefined) return found(undefined);
  if (team === undefined) return notFound('missing_recipient_team_id');
  if (user === undefined) return notFound('missing_recipient_user_id');
  const person = workspace.world.people.get(user);
  if (!person || person.deleted) return notFound('user_not_found');
  return person.teamId === team ? found(user) : notFound('team_not_found');
}

function readDelta({ args }: MethodCall): Found<Delta> {
  const text = textArg(args, 'markdown_text') ?? '';
  const chunks = jsonArg(args, 'chunks');
  if (text !== '' && chunks !== undefined) {
    return {
      kind: 'not-found',
      outcome: refused('invalid_arguments', ['[ERROR] markdown_text and chunks exclude each other']),
    };
  }
  if (text.length > STREAM_CALL_TEXT_LIMIT) return notFound('msg_too_long');
  if (chunks === undefined) return found({ text, chunks: [] });
  if (Array.isArray(chunks) && chunks.length === 0) return found({ text, chunks: [] });
  const verdict = validateChunks(chunks);
  if (verdict.kind === 'refused') return { kind: 'not-found', outcome: refused(verdict.error, verdict.messages) };
  return found({ text, chunks: Array.isArray(chunks) ? chunks.filter(isObject) : [] });
}

function readClosing({ args }: MethodCall): Found<{ blocks: readonly JsonObject[]; metadata: JsonObject | undefined }> {
  const blocks = jsonArg(args, 'blocks');
  const metadata = jsonArg(args, 'metadata');
  const verdict = validateMessage({ text: 'streamed', blocks, metadata });
  if (verdict.kind === 'refused') return { kind: 'not-found', outcome: refused(verdict.error, verdict.messages) };
  return found({
    blocks: Array.isArray(blocks) ? blocks.filter(isObject) : [],
    metadata: isObject(metadata) ? metadata : undefined,
  });
}

/** The stream named by `ts`, still running. `stopped` is the error once a person has stopped it. */
function runningStream(
  call: MethodCall,
  stopped = 'stopped_by_user',
): Found<{ readonly message: Parameters<typeof wire>[1]; readonly stream: Stream }> {
  const channel = visibleChannel(call);
  if (channel.kind === 'not-found') return channel;
  if (channel.value.archived) return notFound('is_archived');
  const own = ownMessage(call, channel.value, 'message_not_owned_by_app');
  if (own.kind === 'not-found') return own;
  const { stream } = own.value;
  if (!stream) return notFound('message_not_in_streaming_state');
  if (stream.ended?.by === 'person') return notFound(stopped);
  const runs = streamingState(stream, call.workspace.clock.now()) === 'in_progress';
  return runs ? found({ message: own.value, stream }) : notFound('message_not_in_streaming_state');
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
