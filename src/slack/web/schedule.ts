import { z } from 'zod';
import { type Allowance, type Budget, makeBudget } from './budget.ts';
import type { CallArgs, CallOutcome, SlackApi } from './call.ts';
import { allowanceOf, type Method, type Pace, POSTS_PER_CHANNEL, UNLIMITED } from './methods.ts';
import type { Timers } from './timers.ts';

/** What goes first where several wait for the same method: a card before an answer's next words before a nicety. */
export type Urgency = 'first' | 'normal' | 'last';

/**
 * Calls that may wait. Each method keeps to its budget and to Slack's 429s without holding up any other.
 * `args` may be a function: it is asked when the call's turn comes, so that what piled up meanwhile goes with it;
 * null then means there is nothing to send any more.
 */
export interface Schedule extends SlackApi {
  call(method: Method, args: CallArgs | (() => CallArgs | null), urgency?: Urgency): Promise<CallOutcome>;
  /** Calls this method could make now without waiting. */
  free(method: Method): number;
}

/** What a lazy call answers when there was nothing left to send. */
export const NOTHING_TO_SEND = 'nothing_to_send';

/** More waiting calls than this for one method is a jam; the caller is told to come back. */
const LANE_LIMIT = 2_000;
/** A call that Slack limits this often in a row goes back to whoever wanted it. */
const RATE_LIMIT_TRIES = 4;
/** Slack asks for at most minutes; anything above is not waited for. */
const LONGEST_PAUSE_MS = 120_000;
const JAM_RETRY_MS = 10_000;
/** Requests in flight per workspace; a slow Slack must not pile up sockets. */
const IN_FLIGHT = 40;
/** Idle lanes beyond this are forgotten; there is one for each channel posted to. */
const LANES_KEPT = 500;
const RANK: Readonly<Record<Urgency, number>> = { first: 0, normal: 1, last: 2 };

interface Waiting {
  readonly method: Method;
  args: CallArgs | (() => CallArgs | null);
  readonly rank: number;
  tries: number;
  readonly resolve: (outcome: CallOutcome) => void;
}

interface Lane {
  readonly allowance: Allowance;
  readonly budget: Budget;
  readonly waiting: Waiting[];
  wakeAt: number | null;
}

export function makeSchedule(api: SlackApi, timers: Timers, pace: Pace = 'slack'): Schedule {
  const lanes = new Map<string, Lane>();
  let inFlight = 0;

  const laneOf = (method: Method, args: Waiting['args']): Lane => {
    const [key, limit] = laneFor(method, args);
    const allowance = pace === 'slack' ? limit : UNLIMITED;
    const known = lanes.get(key);
    if (known !== undefined) return known;
    if (lanes.size >= LANES_KEPT) forgetIdle(lanes);
    const lane: Lane = { allowance, budget: makeBudget(allowance, () => timers.now()), waiting: [], wakeAt: null };
    lanes.set(key, lane);
    return lane;
  };

  const run = (lane: Lane): void => {
    while (lane.waiting.length > 0 && inFlight < IN_FLIGHT) {
      const delay = lane.budget.take();
      if (delay > 0) {
        wakeLater(lane, delay);
        return;
      }
      const next = lane.waiting.shift();
      if (next !== undefined) void send(lane, next);
    }
  };

  const wakeLater = (lane: Lane, delay: number): void => {
    const at = timers.now() + delay;
    if (lane.wakeAt !== null && lane.wakeAt <= at) return;
    lane.wakeAt = at;
    timers.after(delay, () => {
      if (lane.wakeAt !== at) return;
      lane.wakeAt = null;
      run(lane);
    });
  };

  const send = async (lane: Lane, item: Waiting): Promise<void> => {
    // Asked once: what is sent again after a limit is the same call.
    const args = typeof item.args === 'function' ? item.args() : item.args;
    if (args !== null) item.args = args;
    if (args === null) {
      item.resolve({ kind: 'refused', code: NOTHING_TO_SEND, details: [] });
      return;
    }
    inFlight += 1;
    const outcome = await api.call(item.method, args);
    inFlight -= 1;
    settle(lane, item, outcome);
    for (const each of lanes.values()) run(each);
  };

  const settle = (lane: Lane, item: Waiting, outcome: CallOutcome): void => {
    if (outcome.kind !== 'rate-limited') {
      item.resolve(outcome);
      return;
    }
    lane.budget.pause(Math.min(outcome.retryAfterMs, LONGEST_PAUSE_MS));
    item.tries += 1;
    if (item.tries >= RATE_LIMIT_TRIES || outcome.retryAfterMs > LONGEST_PAUSE_MS) item.resolve(outcome);
    else enqueue(lane, item, 'front');
  };

  return {
    call(method, args, urgency = 'normal') {
      const lane = laneOf(method, args);
      if (lane.waiting.length >= LANE_LIMIT) {
        return Promise.resolve({ kind: 'rate-limited', retryAfterMs: JAM_RETRY_MS });
      }
      return new Promise((resolve) => {
        enqueue(lane, { method, args, rank: RANK[urgency], tries: 0, resolve }, 'back');
        run(lane);
      });
    },
    free: (method) => laneOf(method, {}).budget.free(),
  };
}

/** Keeps a lane in order of urgency, then of arrival; a call that was limited goes back to the head of its rank. */
function enqueue(lane: Lane, item: Waiting, end: 'front' | 'back'): void {
  const at = lane.waiting.findIndex((other) => (end === 'front' ? other.rank >= item.rank : other.rank > item.rank));
  if (at === -1) lane.waiting.push(item);
  else lane.waiting.splice(at, 0, item);
}

function forgetIdle(lanes: Map<string, Lane>): void {
  for (const [key, lane] of lanes) {
    if (lane.waiting.length === 0 && lane.budget.free() === lane.allowance.calls) lanes.delete(key);
  }
}

const channelOf = z.object({ channel: z.string() });

/** Posts wait per channel; everything else waits per method. */
function laneFor(method: Method, args: Waiting['args']): [key: string, allowance: Allowance] {
  const channel = method === 'chat.postMessage' ? channelOf.safeParse(args) : null;
  if (channel?.success === true) return [`${method} ${channel.data.channel}`, POSTS_PER_CHANNEL];
  return [method, allowanceOf(method)];
}
