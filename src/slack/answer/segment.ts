import { shownLength } from '../../domain/text/clip.ts';
import { utf8Length } from '../../domain/text/utf8-length.ts';
import { bytesOf, type Piece, type TaskStatus } from './backlog.ts';
import type { Room } from './cut.ts';

/** One Slack message that holds a part of an answer. */
export interface Segment {
  readonly ts: string;
  readonly mode: 'stream' | 'post';
  /** Where in the whole answer's text it begins. */
  readonly from: number;
  readonly startedAt: number;
  /** Code that a block opened in the message before was opened with; not part of the answer's text. */
  readonly prefix: string;
  text: string;
  bytes: number;
  readonly tasks: Map<string, { readonly title: string; readonly status: TaskStatus }>;
}

/**
 * A streamed message was refused from about 10,600 bytes on when it held task cards (openclaw#143882), and a rewrite
 * by chat.update takes 12,000 characters. Both keep a distance.
 */
const SEGMENT_BYTES = 9_000;
const SEGMENT_CHARACTERS = 11_000;
/** Slack ends streams after about 300 s, busy or not (node-slack-sdk#2702). */
export const SEGMENT_LIFE_MS = 240_000;
/** Kept for closing a code block. */
const RESERVE = 40;
/** A piece smaller than this is not worth a call of its own at the end of a message. */
const SMALLEST_PIECE_BYTES = 200;

export function addToSegment(segment: Segment, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    segment.bytes += bytesOf(piece);
    if (piece.kind === 'text') segment.text += piece.text;
    else segment.tasks.set(piece.id, { title: piece.title, status: piece.status });
  }
}

/** What an empty segment takes. */
export const wholeRoom = (prefix: string): Room => ({
  bytes: SEGMENT_BYTES - RESERVE - utf8Length(prefix),
  characters: SEGMENT_CHARACTERS - RESERVE - shownLength(prefix),
});

export const roomIn = (segment: Segment): Room => {
  const whole = wholeRoom(segment.prefix);
  return { bytes: whole.bytes - segment.bytes, characters: whole.characters - shownLength(segment.text) };
};

export const isFull = (segment: Segment): boolean =>
  roomIn(segment).bytes < SMALLEST_PIECE_BYTES || roomIn(segment).characters < SMALLEST_PIECE_BYTES;

export const isAged = (segment: Segment, now: number): boolean => now - segment.startedAt >= SEGMENT_LIFE_MS;

const marks: Readonly<Record<TaskStatus, string>> = { in_progress: '…', complete: '✓', error: '✗' };
/** Titles of tools are our registry's; these characters would still be markup. */
const asText = (title: string): string => title.replace(/[*_~`<>&[\]\\|]/g, ' ');

/** The segment as ordinary text, for a message that cannot be streamed. */
export function segmentAsText(segment: Segment): string {
  const tasks = [...segment.tasks.values()].map(({ title, status }) => `_${marks[status]} ${asText(title)}_`);
  const text = segment.prefix + segment.text;
  return [...tasks, ...(text === '' ? [] : [text])].join('\n');
}
