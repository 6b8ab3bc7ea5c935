import type { TurnRecord } from '../../domain/turns.ts';
import type { OpenStream } from '../../ports/open-streams.ts';
import { beginningThatFits, closingFence, openFence } from '../answer/cut.ts';
import { harmlessProse } from '../answer/prose.ts';
import { type Remembered, readRemembered, remember, rememberedKey } from '../answer/remembered.ts';
import { rewrite } from '../answer/rewrite.ts';
import { SEGMENT_LIFE_MS, wholeRoom } from '../answer/segment.ts';
import { itemMetadata, ownMessages } from '../answer/thread-messages.ts';
import { answerWords } from '../words.ts';
import type { LeftoverContext } from './context.ts';
import { endOpenMessage, findOpenMessage } from './open-message.ts';
import { type Delivery, isClosedTo } from './send.ts';

/** While a stream is this young, another process may be writing it. */
const MAY_BE_ALIVE_MS = SEGMENT_LIFE_MS + 90_000;
const LOOK_AGAIN_MS = 10_000;
/** An answer is a few messages; one that needs more was never seen. */
const PARTS_LIMIT = 60;

/**
 * Shows, once, what the log says a turn said and its writer did not get to show: the message it was writing is made to
 * say its part, and the rest follows. Every step can be repeated.
 */
export async function finishLeftover(context: LeftoverContext, turn: TurnRecord | undefined): Promise<Delivery> {
  const { streams, id, soleProcess, timers } = context;
  const row = (await streams.list()).find(({ key }) => key === rememberedKey(id));
  if (row === undefined) return { kind: 'done' };
  const left = readRemembered(row);
  const isYoung = left !== null && timers.now() - left.since < MAY_BE_ALIVE_MS;
  if (!soleProcess && isYoung) return { kind: 'again', afterMs: LOOK_AGAIN_MS };
  if (left !== null && !(await isOurs(context, row, left))) return { kind: 'again', afterMs: LOOK_AGAIN_MS };
  const shown = left === null ? { kind: 'done' as const } : await showRest(context, left, turn);
  if (shown.kind !== 'again') await streams.forget(row.key);
  return shown;
}

/** Should its writer live after all, it learns from its next message that the answer is no longer its own. */
async function isOurs({ streams }: LeftoverContext, row: OpenStream, left: Remembered): Promise<boolean> {
  return left.since === 0 || (await streams.exchange(row, remember(row.conversation, { ...left, since: 0 })));
}

async function showRest(context: LeftoverContext, left: Remembered, turn: TurnRecord | undefined): Promise<Delivery> {
  const whole = (turn?.said ?? []).map((step) => harmlessProse(step)).join('\n\n');
  const unshown = whole.slice(left.shown);
  // Slack takes no message of blanks, and nobody misses one.
  const rest = unshown.trim() === '' ? '' : unshown;
  const interrupted = turn === undefined || turn.ending === null;
  const note = `_${answerWords.interrupted}_`;
  const said = partsOf(rest);
  const parts = interrupted && (rest !== '' || left.open !== null) ? withNote(said, rest.length, note) : said;
  const [first, ...following] = parts;
  if (first === undefined) return await endOpenMessage(context, left, itemOf(left));

  const begun = await rewriteOpen(context, left, first.text);
  if (begun === 'again') return { kind: 'again', afterMs: null };
  if (begun === 'closed') return { kind: 'impossible', code: 'place_closed' };
  const toPost = begun === 'rewritten' ? following : [first, ...following];
  for (const part of toPost) {
    // Where nothing of it was ever seen, a bare note would only puzzle.
    if (part.text === note) continue;
    const posted = await postPart(context, `answer:${left.turn}#${left.shown + part.at}`, part.text);
    if (posted.kind !== 'done') return posted;
  }
  return { kind: 'done' };
}

interface Part {
  readonly at: number;
  readonly text: string;
}

/** The text in messages of their own, code blocks closed and opened again between them. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let fence: string | null = null;
  while (at < text.length && parts.length < PARTS_LIMIT) {
    const prefix: string = fence === null ? '' : `${fence}\n`;
    const piece = beginningThatFits(text.slice(at), wholeRoom(prefix)) || text.slice(at, at + 1);
    fence = openFence(prefix + piece);
    parts.push({ at, text: prefix + piece + (fence === null ? '' : closingFence(fence)) });
    at += piece.length;
  }
  return parts;
}

/** The note that it was interrupted goes with the last part. */
function withNote(parts: readonly Part[], at: number, note: string): readonly Part[] {
  const last = parts.at(-1);
  if (last === undefined) return [{ at, text: note }];
  return [...parts.slice(0, -1), { at: last.at, text: `${last.text}\n\n${note}` }];
}

/** The name of the message that begins where what was shown ends. */
const itemOf = ({ turn, shown }: Remembered): string => `answer:${turn}#${shown}`;

/** Makes the message that was being written say this. `nothing`: there is no such message. */
async function rewriteOpen(
  context: LeftoverContext,
  left: Remembered,
  text: string,
): Promise<'rewritten' | 'nothing' | 'closed' | 'again'> {
  const { workspace, thread, timers } = context;
  if (left.open === null) return 'nothing';
  const item = itemOf(left);
  const open = await findOpenMessage(context, left, item);
  if (open === 'again') return 'again';
  const { ts } = open;
  if (ts === null) return 'nothing';
  const done = await rewrite(workspace, timers, { thread, ts, text, item });
  if (done === 'closed') return 'closed';
  if (done === 'failed') return context.item.attempts < REWRITE_ATTEMPTS ? 'again' : 'nothing';
  return done === 'done' ? 'rewritten' : 'nothing';
}

/** A message that cannot be rewritten after this many deliveries is left as it is, and a new one says it. */
const REWRITE_ATTEMPTS = 4;

async function postPart(context: LeftoverContext, name: string, text: string): Promise<Delivery> {
  const { workspace, thread, timers, logger, item } = context;
  if (item.attempts > 0) {
    const messages = await ownMessages(workspace, thread, timers.now() - LOOKED_BACK_MS);
    if (messages === null) return { kind: 'again', afterMs: null };
    if (messages.some((message) => message.item === name)) return { kind: 'done' };
  }
  const outcome = await workspace.later.call('chat.postMessage', {
    channel: thread.channel,
    thread_ts: thread.ts,
    markdown_text: text,
    metadata: itemMetadata(name),
    unfurl_links: false,
    unfurl_media: false,
  });
  if (outcome.kind === 'ok') return { kind: 'done' };
  if (outcome.kind === 'rate-limited') return { kind: 'again', afterMs: outcome.retryAfterMs };
  if (outcome.kind === 'unknown') return { kind: 'again', afterMs: null };
  logger.error({ item: name, code: outcome.code }, 'what a turn said cannot be posted');
  return isClosedTo(outcome.code) ? { kind: 'impossible', code: outcome.code } : { kind: 'again', afterMs: null };
}

const LOOKED_BACK_MS = 60 * 60_000;
