import type { OpenStream } from '../../ports/open-streams.ts';
import type { CallArgs } from '../web/call.ts';
import type { Workspace } from '../web/workspaces.ts';
import { type Backlog, makeBacklog, type Piece } from './backlog.ts';
import { closingFence, openFence } from './cut.ts';
import type { AnswerPlace } from './place.ts';
import { remember } from './remembered.ts';
import { addToSegment, type Segment, segmentAsText } from './segment.ts';
import { makeWake, type Wake } from './wake.ts';

/**
 * What becomes of an answer. `stopped`: a person wants no more of it. `lost`: it could not be shown to its end; the
 * row that remembers it stays, and delivery shows the rest from the log. `taken`: another process shows it from the log.
 */
export type Fate = 'open' | 'stopped' | 'lost' | 'taken';

/** The state of one answer while it is written. Only its own writer, one call at a time, changes it. */
export interface Writing {
  readonly place: AnswerPlace;
  readonly workspace: Workspace;
  readonly backlog: Backlog;
  readonly wake: Wake;
  /** What the store was last told of this answer. Whoever changes that takes the answer over. */
  row: OpenStream;
  mode: 'stream' | 'post';
  fate: Fate;
  segment: Segment | null;
  /** Text in messages that are finished; UTF-16 units. */
  shown: number;
  /** A code block that the last message broke off in. */
  fence: string | null;
  writes: number;
  faults: number;
  ended: boolean;
  /** The session's last status went with a stop. */
  statusSent: boolean;
}

/** This many failed writes in one answer, and delivery shall try later, from the log. */
const FAULT_LIMIT = 12;

export const newWriting = (
  place: AnswerPlace,
  workspace: Workspace,
  row: OpenStream,
  backlog = makeBacklog(),
  wake = makeWake(place.timers),
): Writing => ({
  place,
  workspace,
  backlog,
  wake,
  row,
  mode: place.latches.isOff(place.thread.team) ? 'post' : 'stream',
  fate: 'open',
  segment: null,
  shown: 0,
  fence: null,
  writes: 0,
  faults: 0,
  ended: false,
  statusSent: false,
});

/** The name of the message that begins where the answer stands now; unique, so that it can be found again. */
export const itemOf = ({ place, shown }: Writing): string => `answer:${place.turn}#${shown}`;

export const openerOf = ({ fence }: Writing): string => (fence === null ? '' : `${fence}\n`);

/** Counts a failed write; true when it was one too many. */
export function tooManyFaults(writing: Writing): boolean {
  writing.faults += 1;
  if (writing.faults < FAULT_LIMIT) return false;
  writing.fate = 'lost';
  return true;
}

/** Written down before the message exists and again when its ts is known. False when the answer is another's by now. */
export async function rememberOpen(writing: Writing, ts: string | null, startedAt: number): Promise<boolean> {
  const { place, mode, shown } = writing;
  const open = { ts, mode, startedAt };
  const row = remember(place.conversation, { turn: place.turn, since: place.timers.now(), shown, open });
  if (!(await place.streams.exchange(writing.row, row))) {
    writing.fate = 'taken';
    return false;
  }
  writing.row = row;
  return true;
}

/** Before a message that others may have finished meanwhile is made to say what this writer knows. */
export async function isStillOurs(writing: Writing): Promise<boolean> {
  const ours = await writing.place.streams.exchange(writing.row, writing.row);
  if (!ours) writing.fate = 'taken';
  return ours;
}

export function begin(writing: Writing, ts: string, startedAt: number, pieces: readonly Piece[]): Segment {
  const segment: Segment = {
    ts,
    mode: writing.mode,
    from: writing.shown,
    startedAt,
    prefix: openerOf(writing),
    text: '',
    bytes: 0,
    tasks: new Map(),
  };
  addToSegment(segment, pieces);
  writing.segment = segment;
  return segment;
}

/** The segment is done with: what comes next goes into a new message. */
export function leave(writing: Writing): void {
  const { segment } = writing;
  if (segment === null) return;
  writing.shown += segment.text.length;
  writing.fence = openFence(segment.prefix + segment.text);
  writing.segment = null;
}

/** What the segment should say when it stands by itself. */
export function wholeText(segment: Segment): string {
  const opener = openFence(segment.prefix + segment.text);
  return segmentAsText(segment) + (opener === null ? '' : closingFence(opener));
}

export const inThread = ({ place }: Writing): CallArgs => ({
  channel: place.thread.channel,
  thread_ts: place.thread.ts,
});
