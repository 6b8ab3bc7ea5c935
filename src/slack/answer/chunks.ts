import type { AnyChunk } from '@slack/types';
import { honest } from '../views/rich.ts';
import type { Piece } from './backlog.ts';

/** The contract for titles; Slack was seen to take more (vercel/chat#886). */
const TITLE_LIMIT = 250;

/** What is written, as chunks of one streaming call. Chunks and `markdown_text` exclude each other, so only these are used. */
export const chunksOf = (pieces: readonly Piece[]): AnyChunk[] =>
  pieces.map(
    (piece): AnyChunk =>
      piece.kind === 'text'
        ? { type: 'markdown_text', text: piece.text }
        : { type: 'task_update', id: piece.id, title: honest(piece.title, TITLE_LIMIT) || '–', status: piece.status },
  );
