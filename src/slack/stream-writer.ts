import type { TurnStreamEvent } from '../ports/stream.ts';
import type { Answer, AnswerEnd } from '../ports/surface.ts';
import { makeBacklog, type Piece } from './answer/backlog.ts';
import { intervalAfter } from './answer/pace.ts';
import type { AnswerPlace } from './answer/place.ts';
import { writePost } from './answer/post-segment.ts';
import { makeHarmlessProse } from './answer/prose.ts';
import { remember, rememberedKey } from './answer/remembered.ts';
import { isAged, roomIn, SEGMENT_LIFE_MS } from './answer/segment.ts';
import { makeSources } from './answer/sources.ts';
import { appendStream, finishStream, startStream } from './answer/stream-segment.ts';
import { makeWake } from './answer/wake.ts';
import { newWriting, type Writing } from './answer/writing.ts';
import { ratingButtons } from './views/rating.ts';
import { within } from './web/timers.ts';
import { answerWords } from './words.ts';

export interface WrittenAnswer extends Answer {
  /** Resolves when nothing more will be written, however that came about. */
  readonly done: Promise<void>;
  /** A person wants no more of it: what is not shown by now never is. */
  silence(): void;
  /** Nothing more is written here; delivery, in whatever process, shows the rest from the log. */
  abandon(): void;
}

/** Text that could not be written yet is kept up to this; beyond it the answer is shown from the log later. */
const BACKLOG_LIMIT = 400_000;
/** `end` does not hold a turn up for longer; writing goes on behind it. */
const END_WITHIN_MS = 20_000;
/** A turn that goes on elsewhere, most often because this process is told to stop, must not keep it. */
const INTERRUPTED_WITHIN_MS = 2_000;
/** Updating an ordinary message is dearer than appending to a stream. */
const POST_INTERVAL_MS = 3_000;

/**
 * Shows one turn's answer, in as few calls as reads well: every write passes through one loop, so that there is one at
 * a time. A message is left for a new one before Slack would end it, and a write whose fate is unknown is settled by
 * rewriting its message whole. So the text people see is the text that was pushed, once.
 */
export function makeAnswer(place: AnswerPlace): WrittenAnswer {
  const backlog = makeBacklog();
  const wake = makeWake(place.timers);
  const sources = makeSources();
  let prose = makeHarmlessProse();
  let writing: Writing | null = null;
  let how: AnswerEnd | null = null;
  let running = false;
  let saidAny = false;
  let betweenSteps = false;
  let overflowed = false;
  let silenced = false;
  let abandoned = false;
  let finished = (): void => {};
  const done = new Promise<void>((resolve) => {
    finished = resolve;
  });

  const say = (text: string): void => {
    if (text === '') return;
    const wasIdle = backlog.isEmpty();
    if (backlog.textLength() + text.length > BACKLOG_LIMIT) overflowed = true;
    else backlog.push({ kind: 'text', text });
    if (wasIdle) wake.now();
  };

  const show = (event: TurnStreamEvent): void => {
    switch (event.kind) {
      case 'text':
        if (event.delta === '') return;
        if (betweenSteps && saidAny) say('\n\n');
        betweenSteps = false;
        saidAny = true;
        say(prose.push(event.delta));
        return;
      case 'tool-started':
      case 'tool-ended': {
        endStep();
        const status = event.kind === 'tool-started' ? 'in_progress' : statusOf(event.outcome);
        const wasIdle = backlog.isEmpty();
        backlog.push({ kind: 'task', id: event.requestId, title: event.title, status });
        if (wasIdle) wake.now();
        return;
      }
      case 'sources':
        sources.add(event.sources);
    }
  };

  const endStep = (): void => {
    say(prose.end());
    prose = makeHarmlessProse();
    betweenSteps = true;
  };

  const run = async (): Promise<void> => {
    // Before anything is written or the log holds any of it, so that no crash leaves words nobody knows of.
    const row = { turn: place.turn, since: place.timers.now(), shown: 0, open: null };
    const remembered = remember(place.conversation, row);
    await place.streams.remember(remembered);
    const workspace = await place.workspaceOf();
    if (workspace === null) return;
    const now = newWriting(place, workspace, remembered, backlog, wake);
    now.ended = how !== null;
    if (silenced) now.fate = 'stopped';
    if (abandoned) now.fate = 'lost';
    writing = now;
    // A second round is for what a last call could not show.
    do await write(now, () => overflowed);
    while (!(await close(now, how ?? { kind: 'interrupted' })));
  };

  const start = (): void => {
    if (running) return;
    running = true;
    void setStatus(place, 'processing');
    run()
      .catch((error: unknown) => {
        const code = error instanceof Error ? error.name : 'unknown';
        place.logger.error(
          { conversation: place.conversation, turn: place.turn, code },
          'an answer could not be shown',
        );
      })
      .finally(finished);
  };

  const silence = (): void => {
    silenced = true;
    if (writing !== null && writing.fate === 'open') writing.fate = 'stopped';
    wake.now();
  };

  const abandon = (): void => {
    abandoned = true;
    if (writing !== null && writing.fate === 'open') writing.fate = 'lost';
    wake.now();
  };

  return {
    done,
    silence,
    abandon,
    push(event) {
      if (how !== null || silenced || abandoned) return;
      start();
      show(event);
    },
    async end(ending) {
      if (how === null) {
        if (ending.kind === 'stopped') silence();
        else say(prose.end() + (ending.kind === 'interrupted' ? '' : sources.lines()));
        how = ending;
        if (writing !== null) writing.ended = true;
        wake.now();
        if (!running) {
          running = true;
          void setStatus(place, statusAt(ending)).finally(finished);
        }
      }
      const patience = ending.kind === 'interrupted' ? INTERRUPTED_WITHIN_MS : END_WITHIN_MS;
      await within(place.timers, patience, done, undefined);
    },
  };
}

/** Writes until the answer has ended and what is left can go with its last call. */
async function write(writing: Writing, overflowed: () => boolean): Promise<void> {
  const { backlog, wake, place } = writing;
  let writeAt = 0;
  // Bounded by the answer: each round writes, waits, or leaves.
  for (;;) {
    if (overflowed() && writing.fate === 'open') writing.fate = 'lost';
    if (writing.fate !== 'open') backlog.clear();
    const { segment } = writing;
    if (writing.ended && (backlog.isEmpty() || goesWithStop(writing))) return;
    const now = place.timers.now();
    if (segment !== null && segment.mode === 'stream' && isAged(segment, now) && writing.fate === 'open') {
      await finishStream(writing, segment);
    } else if (backlog.isEmpty() || writing.fate !== 'open') {
      await wake.sleep(segment === null ? SEGMENT_LIFE_MS : Math.max(1, segment.startedAt + SEGMENT_LIFE_MS - now));
    } else if (now < writeAt && !writing.ended) {
      await wake.sleep(writeAt - now);
    } else {
      await writeSome(writing);
      const pause = writing.mode === 'post' ? POST_INTERVAL_MS : intervalAfter(writing.writes);
      writeAt = place.timers.now() + pause;
    }
  }
}

async function writeSome(writing: Writing): Promise<void> {
  const { segment, mode } = writing;
  if (mode === 'post') await writePost(writing);
  else if (segment === null) await startStream(writing);
  else await appendStream(writing, segment);
}

const goesWithStop = ({ segment, mode, backlog, workspace }: Writing): boolean =>
  segment !== null &&
  mode === 'stream' &&
  backlog.fitsIn(roomIn(segment)) &&
  workspace.later.free('chat.stopStream') > 0;

/** Ends what is open. False when something is left to show after all. */
async function close(writing: Writing, ending: AnswerEnd): Promise<boolean> {
  const { place, segment, backlog, workspace } = writing;
  const status = statusAt(ending);
  if (segment !== null && segment.mode === 'stream' && writing.fate === 'open') {
    const note = ending.kind === 'interrupted' ? `\n\n_${answerWords.interrupted}_` : '';
    const pieces = backlog.take(roomIn(segment));
    // What is cut off, or only names tools, is nothing to judge.
    const isAnswer = ending.kind === 'finished' && [segment.text, ...pieces.map(textOf)].some((text) => text !== '');
    const blocks = isAnswer ? [ratingButtons(place.conversation)] : [];
    await finishStream(writing, segment, { pieces, note, status, blocks });
  } else if (segment !== null && writing.fate === 'stopped') {
    // Most often Slack has ended it already.
    await workspace.later.call('chat.stopStream', { channel: place.thread.channel, ts: segment.ts }, 'first');
  }
  if (writing.fate === 'open' && !backlog.isEmpty()) return false;
  if (!writing.statusSent) void setStatus(place, status);
  if (writing.fate !== 'lost' && writing.fate !== 'taken') await place.streams.forget(rememberedKey(place.turn));
  return true;
}

const textOf = (piece: Piece): string => (piece.kind === 'text' ? piece.text : '');

const statusAt = (ending: AnswerEnd): string => (ending.kind === 'paused' ? 'suspended' : 'active');

const statusOf = (outcome: string): 'complete' | 'error' => (outcome === 'succeeded' ? 'complete' : 'error');

/** Slack's own sign that the agent works, waits or is done. A nicety: nothing depends on it. */
async function setStatus(place: AnswerPlace, status: string): Promise<void> {
  const workspace = await place.workspaceOf().catch(() => null);
  if (workspace === null) return;
  const { channel, ts } = place.thread;
  await workspace.later.call('agents.sessions.setStatus', { channel_id: channel, thread_ts: ts, status }, 'last');
}
