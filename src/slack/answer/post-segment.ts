import { z } from 'zod';
import type { Piece } from './backlog.ts';
import { goOnIn } from './go-on.ts';
import { remedyFor } from './remedies.ts';
import { rewrite } from './rewrite.ts';
import { addToSegment, isFull, roomIn, type Segment, wholeRoom } from './segment.ts';
import { itemMetadata, ownMessages } from './thread-messages.ts';
import {
  begin,
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

const LONGEST_WAIT_MS = 30_000;
const FAULT_PAUSE_MS = 400;

const posted = z.object({ ts: z.string() });

/** Shows what is waiting in ordinary messages: posts one, then grows it by updates until it is full. */
export async function writePost(writing: Writing): Promise<void> {
  const { segment, backlog } = writing;
  if (segment === null) return await postSegment(writing);
  const taken = isFull(segment) ? [] : backlog.take(roomIn(segment));
  if (taken.length === 0) return leave(writing);
  addToSegment(segment, taken);
  await updateSegment(writing, segment);
}

async function updateSegment(writing: Writing, segment: Segment): Promise<void> {
  if (!(await isStillOurs(writing))) return leave(writing);
  const { place, workspace } = writing;
  writing.writes += 1;
  const what = { thread: place.thread, ts: segment.ts, text: wholeText(segment), item: itemOf(writing) };
  const done = await rewrite(workspace, place.timers, what);
  if (done === 'failed' || done === 'closed') writing.fate = 'lost';
  if (done === 'gone') leave(writing);
}

async function postSegment(writing: Writing): Promise<void> {
  const { place, workspace, backlog } = writing;
  const startedAt = place.timers.now();
  if (!(await rememberOpen(writing, null, startedAt))) return;
  const taken = backlog.take(wholeRoom(openerOf(writing)));
  const draft = begin(writing, '', startedAt, taken);
  writing.segment = null;
  writing.writes += 1;
  const outcome = await workspace.later.call('chat.postMessage', {
    ...inThread(writing),
    markdown_text: wholeText(draft),
    metadata: itemMetadata(itemOf(writing)),
    unfurl_links: false,
    unfurl_media: false,
  });
  const answer = outcome.kind === 'ok' ? posted.safeParse(outcome.body) : null;
  if (answer?.success === true) return await goOnIn(writing, answer.data.ts, startedAt, taken);
  if (outcome.kind === 'ok' || outcome.kind === 'unknown') return await findPosted(writing, startedAt, taken);
  backlog.putBack(taken);
  if (outcome.kind === 'refused' && remedyFor(outcome.code) === 'hopeless') {
    place.logger.warn({ conversation: place.conversation, code: outcome.code }, 'an answer could not be posted');
    writing.fate = 'lost';
    return;
  }
  if (tooManyFaults(writing)) return;
  const pause = outcome.kind === 'rate-limited' ? Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS) : FAULT_PAUSE_MS;
  await writing.wake.sleep(pause);
}

/** Slack's answer was lost: the message is there if one carries its name. */
async function findPosted(writing: Writing, startedAt: number, taken: readonly Piece[]): Promise<void> {
  const { place, workspace, backlog } = writing;
  const messages = await ownMessages(workspace, place.thread, startedAt);
  if (messages === null) {
    writing.fate = 'lost';
    return;
  }
  const found = messages.findLast(({ item }) => item === itemOf(writing));
  if (found !== undefined) return await goOnIn(writing, found.ts, startedAt, taken);
  backlog.putBack(taken);
  if (!tooManyFaults(writing)) await writing.wake.sleep(FAULT_PAUSE_MS);
}
