import { shownLength } from '../../domain/text/clip.ts';
import { utf8Length } from '../../domain/text/utf8-length.ts';
import { beginningThatFits, fits, type Room } from './cut.ts';

export type TaskStatus = 'in_progress' | 'complete' | 'error';

/** Something to show: words, or how a tool call stands. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'task'; readonly id: string; readonly title: string; readonly status: TaskStatus };

/** What a task update adds to a streamed message beside its title, generously. */
const TASK_OVERHEAD_BYTES = 160;

export const bytesOf = (piece: Piece): number =>
  piece.kind === 'text' ? utf8Length(piece.text) : TASK_OVERHEAD_BYTES + utf8Length(piece.title);

/** What was pushed and is not on its way. Text joins text; a newer status of a task replaces a waiting one. */
export interface Backlog {
  push(piece: Piece): void;
  /** Takes what fits, in order. Empty when nothing is left or not even one character fits. */
  take(room: Room): readonly Piece[];
  /** Puts back what was not shown, in front. */
  putBack(pieces: readonly Piece[]): void;
  isEmpty(): boolean;
  /** Whether everything left fits. */
  fitsIn(room: Room): boolean;
  /** UTF-16 units of text waiting. */
  textLength(): number;
  clear(): void;
}

export function makeBacklog(): Backlog {
  let waiting: Piece[] = [];
  return {
    push(piece) {
      const last = waiting.at(-1);
      if (piece.kind === 'text') {
        if (piece.text === '') return;
        if (last?.kind === 'text') waiting[waiting.length - 1] = { kind: 'text', text: last.text + piece.text };
        else waiting.push(piece);
        return;
      }
      const same = waiting.findIndex((other) => other.kind === 'task' && other.id === piece.id);
      if (same === -1) waiting.push(piece);
      else waiting[same] = piece;
    },
    take(room) {
      const taken: Piece[] = [];
      let left = room;
      while (waiting.length > 0) {
        const [piece, rest] = beginning(waiting[0], left);
        if (piece === null) break;
        taken.push(piece);
        left = less(left, piece);
        waiting.shift();
        if (rest !== null) {
          waiting.unshift(rest);
          break;
        }
      }
      return taken;
    },
    putBack(pieces) {
      const [first] = waiting;
      const last = pieces.at(-1);
      if (first?.kind === 'text' && last?.kind === 'text') {
        waiting = [...pieces.slice(0, -1), { kind: 'text', text: last.text + first.text }, ...waiting.slice(1)];
      } else {
        waiting = [...pieces, ...waiting];
      }
    },
    isEmpty: () => waiting.length === 0,
    fitsIn(room) {
      const left = waiting.reduce(less, room);
      return left.bytes >= 0 && left.characters >= 0;
    },
    textLength: () => waiting.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : 0), 0),
    clear() {
      waiting = [];
    },
  };
}

/** As much of the piece as fits, and what is left of it. */
function beginning(piece: Piece | undefined, room: Room): [Piece | null, Piece | null] {
  if (piece === undefined) return [null, null];
  if (piece.kind === 'task') return bytesOf(piece) <= room.bytes ? [piece, null] : [null, piece];
  if (fits(piece.text, room)) return [piece, null];
  const head = beginningThatFits(piece.text, room);
  if (head === '') return [null, piece];
  return [
    { kind: 'text', text: head },
    { kind: 'text', text: piece.text.slice(head.length) },
  ];
}

const less = (room: Room, piece: Piece): Room => ({
  bytes: room.bytes - bytesOf(piece),
  characters: room.characters - (piece.kind === 'text' ? shownLength(piece.text) : 0),
});
