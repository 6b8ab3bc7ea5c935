import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type CallOutcome, codeOf } from '../web/call.ts';
import { NOTHING_TO_SEND } from '../web/schedule.ts';
import type { Piece } from './backlog.ts';
import { chunksOf } from './chunks.ts';
import { closingFence, openFence } from './cut.ts';
import { goOnIn } from './go-on.ts';
import { remedyFor } from './remedies.ts';
import { rewrite } from './rewrite.ts';
import { addToSegment, isFull, roomIn, type Segment, wholeRoom } from './segment.ts';
import { itemMetadata, ownMessages } from './thread-messages.ts';
import {
  inThread,
  isStillOurs,
  itemOf,
  leave,
  openerOf,
  rememberOpen,
  tooManyFaults,
  type Writing,
  wholeText,
} from './writing.ts';

/** Slack starts few streams a minute; an answer that waits for its turn looks again this often. */
const START_POLL_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const FAULT_PAUSE_MS = 400;

const started = z.object({ ts: z.string() });

/** Begins a streamed message with what is waiting. */
export async function startStream(writing: Writing): Promise<void> {
  const { place, workspace, backlog } = writing;
  if (workspace.later.free('chat.startStream') === 0) {
    // Nothing more will come: an ordinary message shows it sooner than a stream could.
    if (writing.ended) writing.mode = 'post';
    else await writing.wake.sleep(START_POLL_MS);
    return;
  }
  const startedAt = place.timers.now();
  if (!(await rememberOpen(writing, null, startedAt))) return;
  // Many answers may have looked at one moment. Whoever would wait in line now could not be posted meanwhile.
  if (workspace.later.free('chat.startStream') === 0) return;
  const prefix = openerOf(writing);
  let taken: readonly Piece[] = [];
  const outcome = await workspace.later.call('chat.startStream', () => {
    taken = backlog.take(wholeRoom(prefix));
    if (taken.length === 0) return null;
    const chunks = chunksOf(prefix === '' ? taken : [{ kind: 'text', text: prefix }, ...taken]);
    const recipient = { recipient_user_id: place.principal.user, recipient_team_id: place.principal.team };
    return { ...inThread(writing), ...recipient, chunks };
  });
  writing.writes += 1;
  const answer = outcome.kind === 'ok' ? started.safeParse(outcome.body) : null;
  if (answer?.success === true) {
    await goOnIn(writing, answer.data.ts, startedAt, taken);
  } else if (outcome.kind === 'ok' || outcome.kind === 'unknown') {
    await findStarted(writing, startedAt, taken);
  } else {
    backlog.putBack(taken);
    await afterRefusal(writing, outcome);
  }
}

/** Slack's answer was lost: a stream of ours that runs in this thread and that we know nothing of is the one. */
async function findStarted(writing: Writing, startedAt: number, taken: readonly Piece[]): Promise<void> {
  const { place, workspace, backlog } = writing;
  const messages = await ownMessages(workspace, place.thread, startedAt);
  if (messages === null) {
    writing.fate = 'lost';
    return;
  }
  const found = messages.findLast(({ streaming }) => streaming === 'in_progress');
  if (found === undefined) {
    backlog.putBack(taken);
    if (!tooManyFaults(writing)) await writing.wake.sleep(FAULT_PAUSE_MS);
    return;
  }
  await goOnIn(writing, found.ts, startedAt, taken);
}

/** Adds what is waiting to the running stream. */
export async function appendStream(writing: Writing, segment: Segment): Promise<void> {
  const { place, workspace, backlog } = writing;
  if (isFull(segment)) return await finishStream(writing, segment);
  let taken: readonly Piece[] = [];
  const outcome = await workspace.later.call('chat.appendStream', () => {
    taken = backlog.take(roomIn(segment));
    return taken.length === 0 ? null : { channel: place.thread.channel, ts: segment.ts, chunks: chunksOf(taken) };
  });
  writing.writes += 1;
  if (outcome.kind === 'ok') return addToSegment(segment, taken);
  if (outcome.kind === 'unknown') {
    addToSegment(segment, taken);
    return await settleByRewriting(writing, segment);
  }
  // What waits does not fit into what is left of this message.
  if (codeOf(outcome) === NOTHING_TO_SEND) return await finishStream(writing, segment);
  backlog.putBack(taken);
  await afterRefusal(writing, outcome);
}

/** What goes with the last call of an answer. */
export interface LastWords {
  readonly pieces: readonly Piece[];
  readonly note: string;
  /** Of the session, from now on. */
  readonly status: string;
  /** Below everything that was said. */
  readonly blocks: readonly KnownBlock[];
}

/** Ends the message so that the next one takes over; `last` goes with it. */
export async function finishStream(writing: Writing, segment: Segment, last: LastWords | null = null): Promise<void> {
  const { place, workspace } = writing;
  const opener = openFence(segment.prefix + segment.text + textOf(last?.pieces ?? []));
  const tail = `${opener === null ? '' : closingFence(opener)}${last?.note ?? ''}`;
  const chunks = chunksOf([...(last?.pieces ?? []), ...(tail === '' ? [] : [{ kind: 'text' as const, text: tail }])]);
  const outcome = await workspace.later.call(
    'chat.stopStream',
    {
      channel: place.thread.channel,
      ts: segment.ts,
      metadata: itemMetadata(itemOf(writing)),
      ...(chunks.length === 0 ? {} : { chunks }),
      ...(last === null || last.blocks.length === 0 ? {} : { blocks: last.blocks }),
      session_status: last?.status ?? 'processing',
    },
    'first',
  );
  const remedy = outcome.kind === 'refused' ? remedyFor(outcome.code) : null;
  if (remedy === 'gone') {
    // What was deleted stays deleted; what was never shown is shown elsewhere.
    writing.backlog.putBack(last?.pieces ?? []);
    leave(writing);
    tooManyFaults(writing);
    return;
  }
  addToSegment(segment, last?.pieces ?? []);
  if (outcome.kind === 'ok') {
    writing.statusSent = last !== null;
    return leave(writing);
  }
  if (remedy === 'stopped') {
    writing.fate = 'stopped';
    place.onStopped();
    return leave(writing);
  }
  await settleByRewriting(writing, segment, last?.note ?? '');
}

/** Whatever arrived or did not: afterwards the message says exactly what it should, and is finished. */
async function settleByRewriting(writing: Writing, segment: Segment, note = ''): Promise<void> {
  if (!(await isStillOurs(writing))) return leave(writing);
  const { place, workspace } = writing;
  const text = wholeText(segment) + note;
  const done = await rewrite(workspace, place.timers, {
    thread: place.thread,
    ts: segment.ts,
    text,
    item: itemOf(writing),
  });
  if (done === 'failed' || done === 'closed') writing.fate = 'lost';
  else leave(writing);
}

/** A refused write left nothing behind; what was to be written is back in front. */
async function afterRefusal(
  writing: Writing,
  outcome: Exclude<CallOutcome, { kind: 'ok' | 'unknown' }>,
): Promise<void> {
  const { place, segment } = writing;
  if (outcome.kind === 'rate-limited') {
    if (!tooManyFaults(writing)) await writing.wake.sleep(Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS));
    return;
  }
  const remedy = remedyFor(outcome.code);
  place.logger.info({ conversation: place.conversation, code: outcome.code, remedy }, 'a stream was refused');
  switch (remedy) {
    case 'stopped':
      writing.fate = 'stopped';
      place.onStopped();
      return;
    case 'gone':
      leave(writing);
      return;
    case 'latch':
      place.latches.turnOff(place.thread.team);
      return await goOnPosting(writing, segment);
    case 'post':
      return await goOnPosting(writing, segment);
    case 'hopeless':
      writing.fate = 'lost';
      return;
    case 'roll':
    case 'smaller':
      if (tooManyFaults(writing)) return;
      // A message of its own that is too much at once can only be posted; one that has grown is finished.
      if (segment === null) return await goOnPosting(writing, segment);
      await (remedy === 'roll' ? settleByRewriting(writing, segment) : finishStream(writing, segment));
  }
}

async function goOnPosting(writing: Writing, segment: Segment | null): Promise<void> {
  if (segment !== null) await finishStream(writing, segment);
  writing.mode = 'post';
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
