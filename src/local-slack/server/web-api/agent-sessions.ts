import { sessionKey } from '../world/world.ts';
import { textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { visibleChannel } from './place.ts';

const STATUSES = new Set(['active', 'processing', 'suspended', 'closed']);
const TITLE_LIMIT = 200;

export function isSessionStatus(status: string): boolean {
  return STATUSES.has(status);
}

/** agents.sessions.setStatus; the first call for a thread creates its session. */
export function setSessionStatus(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = visibleChannel(call, 'channel_id');
  if (channel.kind === 'wrong') return channel.outcome;
  const status = textArg(args, 'status') ?? '';
  const title = textArg(args, 'title');
  if (!isSessionStatus(status)) return refused('invalid_arguments', ['[ERROR] invalid status']);
  if (title !== undefined && title.length > TITLE_LIMIT) return tooLongTitle();
  const initiator = textArg(args, 'initiator_user_id');
  if (initiator !== undefined && !channel.value.members.has(initiator)) return refused('user_not_in_channel');
  const threadTs = textArg(args, 'thread_ts') ?? '';
  if (threadTs !== '' && workspace.world.messages.inThread(channel.value.id, threadTs).length === 0) {
    return refused('thread_not_found');
  }
  const key = sessionKey(channel.value.id, threadTs);
  const session = { status, title: title ?? workspace.world.sessions.get(key)?.title ?? '' };
  workspace.world.sessions.set(key, session);
  workspace.changes.record('session', { channel: channel.value.id, thread_ts: threadTs, ...session });
  const canStop = workspace.manifest.botEvents.has('agent_session_stopped');
  if (status !== 'processing' || canStop) return ok();
  return ok({ warning: 'missing_agent_session_stopped_event_subscription' });
}

/** agents.sessions.rename */
export function renameSession(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = visibleChannel(call, 'channel_id');
  if (channel.kind === 'wrong') return channel.outcome;
  const title = textArg(args, 'title') ?? '';
  if (title.length === 0 || title.length > TITLE_LIMIT) return tooLongTitle();
  const threadTs = textArg(args, 'thread_ts') ?? '';
  const session = workspace.world.sessions.get(sessionKey(channel.value.id, threadTs));
  if (!session) return refused('session_not_found');
  session.title = title;
  workspace.changes.record('session', { channel: channel.value.id, thread_ts: threadTs, ...session });
  return ok();
}

function tooLongTitle(): Outcome {
  return refused('invalid_arguments', [`[ERROR] title must be 1 to ${TITLE_LIMIT} characters`]);
}
