import { isObject, textAt } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import type { Channel } from '../world/channels.ts';
import { sessionKey } from '../world/world.ts';
import { jsonArg, textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { visibleChannel } from './place.ts';

const LOADING_MESSAGES_LIMIT = 10;
const LOADING_MESSAGE_LENGTH = 50;
const PROMPTS_LIMIT = 4;

/** assistant.threads.setStatus: an empty status clears it. */
export function setThreadStatus(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = visibleChannel(call, 'channel_id');
  if (channel.kind === 'wrong') return channel.outcome;
  const status = textArg(args, 'status');
  if (status === undefined) return refused('invalid_arguments', ['[ERROR] missing required field: status']);
  const loading = jsonArg(args, 'loading_messages') ?? [];
  const fits = (one: unknown) => typeof one === 'string' && one.length > 0 && one.length <= LOADING_MESSAGE_LENGTH;
  if (!Array.isArray(loading) || loading.length > LOADING_MESSAGES_LIMIT || !loading.every(fits)) {
    return refused('invalid_arguments', ['[ERROR] invalid loading_messages']);
  }
  note(workspace, channel.value, textArg(args, 'thread_ts') ?? '', {
    status: status === '' ? 'active' : 'processing',
    line: status,
  });
  return ok();
}

/** assistant.threads.setTitle */
export function setThreadTitle(call: MethodCall): Outcome {
  const channel = visibleChannel(call, 'channel_id');
  if (channel.kind === 'wrong') return channel.outcome;
  const key = sessionKey(channel.value.id, textArg(call.args, 'thread_ts') ?? '');
  const title = textArg(call.args, 'title') ?? '';
  const { sessions } = call.workspace.world;
  sessions.set(key, { status: sessions.get(key)?.status ?? 'active', title });
  return ok();
}

/** assistant.threads.setSuggestedPrompts */
export function setSuggestedPrompts(call: MethodCall): Outcome {
  const channel = visibleChannel(call, 'channel_id');
  if (channel.kind === 'wrong') return channel.outcome;
  const prompts = jsonArg(call.args, 'prompts');
  const isPrompt = (one: unknown) => isObject(one) && Boolean(textAt(one, 'title')) && Boolean(textAt(one, 'message'));
  if (!Array.isArray(prompts) || prompts.length > PROMPTS_LIMIT || !prompts.every(isPrompt)) {
    return refused('invalid_arguments', ['[ERROR] invalid prompts']);
  }
  call.workspace.world.prompts.set(channel.value.id, { title: textArg(call.args, 'title') ?? '', prompts });
  call.workspace.changes.record('prompts', { channel: channel.value.id });
  return ok();
}

function note(workspace: Workspace, channel: Channel, threadTs: string, now: { status: string; line: string }): void {
  const key = sessionKey(channel.id, threadTs);
  const title = workspace.world.sessions.get(key)?.title ?? '';
  workspace.world.sessions.set(key, { status: now.status, title });
  workspace.changes.record('session', { channel: channel.id, thread_ts: threadTs, title, ...now });
}
