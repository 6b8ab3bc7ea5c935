import type { CallArgs, CallOutcome } from '../../../src/slack/web/call.ts';
import type { Method } from '../../../src/slack/web/methods.ts';
import { makeSchedule } from '../../../src/slack/web/schedule.ts';
import type { Workspace } from '../../../src/slack/web/workspaces.ts';
import type { VirtualTimers } from './virtual-timers.ts';

/** What goes wrong with one call. `before`: Slack never heard of it. `after`: it did it and the answer was lost. */
export type Fault =
  | { readonly kind: 'lost-before' }
  | { readonly kind: 'lost-after' }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly code: string };

interface Posted {
  readonly ts: string;
  text: string;
  tasks: Map<string, string>;
  streaming: 'in_progress' | 'completed' | 'errored' | null;
  readonly startedAt: number;
  metadata: unknown;
}

const STREAM_LIFE_MS = 300_000;
const CALL_LIMIT = 12_000;

/** One Slack thread, as strict about streams as Slack is, with faults in the order given. */
export function fakeThread(timers: VirtualTimers, faults: (Fault | null)[] = []) {
  const posted: Posted[] = [];
  const calls: { readonly method: Method; readonly at: number; readonly args: CallArgs }[] = [];
  let unavailable = false;
  let stoppedByUser = false;

  const find = (ts: unknown): Posted | undefined => posted.find((message) => message.ts === ts);
  const settle = (message: Posted): void => {
    const aged = timers.now() - message.startedAt >= STREAM_LIFE_MS;
    if (message.streaming === 'in_progress' && aged) message.streaming = 'errored';
  };
  const add = (text: string, streaming: Posted['streaming'], metadata: unknown): Posted => {
    const ts = `${Math.floor(timers.now() / 1_000)}.${String(posted.length).padStart(6, '0')}`;
    const message = { ts, text, tasks: new Map(), streaming, startedAt: timers.now(), metadata };
    posted.push(message);
    return message;
  };

  const serve = (method: Method, args: CallArgs): CallOutcome => {
    switch (method) {
      case 'chat.startStream': {
        if (unavailable) return refused('feature_not_enabled');
        const bad = badChunks(args);
        if (bad !== null) return refused(bad);
        const message = add('', 'in_progress', null);
        write(message, args);
        return ok({ ts: message.ts });
      }
      case 'chat.appendStream':
      case 'chat.stopStream': {
        const message = find(args['ts']);
        if (message === undefined) return refused('message_not_found');
        settle(message);
        if (stoppedByUser) return refused('stopped_by_user');
        if (message.streaming !== 'in_progress') return refused('message_not_in_streaming_state');
        const bad = method === 'chat.stopStream' && args['chunks'] === undefined ? null : badChunks(args);
        if (bad !== null) return refused(bad);
        write(message, args);
        if (method === 'chat.stopStream')
          Object.assign(message, { streaming: 'completed', metadata: args['metadata'] });
        return ok({ ts: message.ts });
      }
      case 'chat.update': {
        const message = find(args['ts']);
        if (message === undefined) return refused('message_not_found');
        settle(message);
        if (message.streaming === 'in_progress') return refused('streaming_state_conflict');
        const text = String(args['markdown_text']);
        if (text === '' || text.length > CALL_LIMIT) return refused('msg_too_long');
        Object.assign(message, { text, metadata: args['metadata'] });
        return ok({ ts: message.ts });
      }
      case 'chat.postMessage': {
        const text = String(args['markdown_text']);
        if (text === '' || text.length > CALL_LIMIT) return refused('msg_too_long');
        const message = add(text, null, args['metadata']);
        return ok({ ts: message.ts, channel: 'C1' });
      }
      case 'conversations.replies':
        for (const message of posted) settle(message);
        return ok({
          messages: posted.map(({ ts, streaming, metadata }) => ({
            ts,
            user: 'UBOT',
            ...(streaming === null ? {} : { streaming_state: streaming }),
            ...(metadata === null ? {} : { metadata }),
          })),
        });
      default:
        return ok({});
    }
  };

  const call = async (method: Method, args: CallArgs): Promise<CallOutcome> => {
    await Promise.resolve();
    if (method === 'agents.sessions.setStatus') return ok({});
    calls.push({ method, at: timers.now(), args });
    const fault = faults.shift() ?? null;
    if (fault?.kind === 'lost-before') return { kind: 'unknown', why: 'network' };
    if (fault?.kind === 'limited') return { kind: 'rate-limited', retryAfterMs: fault.seconds * 1_000 };
    if (fault?.kind === 'refused') return refused(fault.code);
    const outcome = serve(method, args);
    return fault?.kind === 'lost-after' ? { kind: 'unknown', why: 'timeout' } : outcome;
  };

  const api = { call };
  const workspace: Workspace = {
    team: 'T1',
    enterprise: null,
    botUser: 'UBOT',
    botId: 'BBOT',
    botToken: 'xoxb-test',
    now: api,
    later: makeSchedule(api, timers),
  };
  return {
    workspace,
    calls,
    posted,
    text: (): string => posted.map(({ text }) => text).join(''),
    running: () => posted.filter(({ streaming }) => streaming === 'in_progress'),
    makeUnavailable: () => {
      unavailable = true;
    },
    pressStop: () => {
      stoppedByUser = true;
    },
    remove: (ts: string) => {
      const at = posted.findIndex((message) => message.ts === ts);
      if (at >= 0) posted.splice(at, 1);
    },
  };
}

const ok = (body: unknown): CallOutcome => ({ kind: 'ok', body });
const refused = (code: string): CallOutcome => ({ kind: 'refused', code, details: [] });

function chunksIn(args: CallArgs): readonly Record<string, string>[] {
  return Array.isArray(args['chunks']) ? args['chunks'] : [];
}

function badChunks(args: CallArgs): string | null {
  const chunks = chunksIn(args);
  if (chunks.length === 0) return 'no_text';
  const length = chunks.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
  return length > CALL_LIMIT ? 'msg_too_long' : null;
}

function write(message: Posted, args: CallArgs): void {
  for (const chunk of chunksIn(args)) {
    if (chunk['type'] === 'markdown_text') message.text += chunk['text'];
    else message.tasks.set(chunk['id'] ?? '', chunk['status'] ?? '');
  }
}
