import type {
  ContextBlock,
  HeaderBlock,
  PlainTextElement,
  RichTextBlock,
  RichTextElement,
  RichTextPreformatted,
  RichTextSection,
} from '@slack/types';
import { clip } from '../../domain/text/clip.ts';
import { collapsePadding, escapeMrkdwn, revealHidden } from '../../domain/visible-text.ts';
import { LIMITS } from './limits.ts';

/** Foreign text on one line, honest and harmless: nothing hidden, no padding, no markup in it. */
export function honest(text: string, limit: number): string {
  return clip(collapsePadding(revealHidden(text).text), limit).text;
}

/** Text Slack shows as it is. Never empty: Slack refuses an empty text object. */
export function plain(text: string, limit: number = LIMITS.plainText): PlainTextElement {
  const shown = honest(text, limit);
  return { type: 'plain_text', text: shown.trim() === '' ? '–' : shown, emoji: false };
}

/** The `text` of a message that has blocks: read out, shown in notifications, parsed by Slack. */
export const fallback = (text: string): string => escapeMrkdwn(honest(text, LIMITS.fallbackText / 2));

export const header = (text: string): HeaderBlock => ({ type: 'header', text: plain(text, LIMITS.header) });

export const note = (text: string): ContextBlock => ({ type: 'context', elements: [plain(text, 1_500)] });

/** A piece of a line: our own words, foreign text, somebody, a time. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string; readonly bold?: true }
  | { readonly kind: 'foreign'; readonly text: string; readonly code?: true; readonly limit?: number }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'channel'; readonly channel: string }
  /** An address Slack gave us, under our own words; never one from a model, a tool or a person. */
  | { readonly kind: 'link'; readonly url: string; readonly text: string }
  /** Milliseconds since the epoch; shown in each reader's own time. */
  | { readonly kind: 'time'; readonly at: number };

export const words = (text: string): Piece => ({ kind: 'words', text });
export const bold = (text: string): Piece => ({ kind: 'words', text, bold: true });
export const foreign = (text: string, limit?: number): Piece => ({
  kind: 'foreign',
  text,
  ...(limit === undefined ? {} : { limit }),
});
export const code = (text: string, limit?: number): Piece => ({
  kind: 'foreign',
  text,
  code: true,
  ...(limit === undefined ? {} : { limit }),
});
export const user = (id: string): Piece => ({ kind: 'user', user: id });
export const time = (at: number): Piece => ({ kind: 'time', at });

/** Foreign text in the middle of a line is kept this short unless said otherwise. */
const FOREIGN_IN_LINE = 300;

/** Lines of rich text in one block. */
export function lines(rows: readonly (readonly Piece[])[]): RichTextBlock {
  const elements = rows.flatMap((row, index): RichTextElement[] => [
    ...(index === 0 ? [] : [{ type: 'text' as const, text: '\n' }]),
    // Slack refuses an empty text.
    ...row.filter((piece) => piece.kind !== 'words' || piece.text !== '').map(element),
  ]);
  return { type: 'rich_text', elements: [section(elements)] };
}

export function preformatted(text: string): RichTextBlock {
  const element: RichTextPreformatted = { type: 'rich_text_preformatted', elements: [{ type: 'text', text }] };
  return { type: 'rich_text', elements: [element] };
}

const section = (elements: RichTextElement[]): RichTextSection => ({ type: 'rich_text_section', elements });

function element(piece: Piece): RichTextElement {
  switch (piece.kind) {
    case 'words':
      return { type: 'text', text: piece.text, ...(piece.bold ? { style: { bold: true } } : {}) };
    case 'foreign': {
      const shown = honest(piece.text, piece.limit ?? FOREIGN_IN_LINE);
      const text = shown === '' ? '–' : shown;
      return { type: 'text', text, ...(piece.code ? { style: { code: true } } : {}) };
    }
    case 'user':
      return { type: 'user', user_id: piece.user };
    case 'group':
      return { type: 'usergroup', usergroup_id: piece.group };
    case 'channel':
      return { type: 'channel', channel_id: piece.channel };
    case 'link':
      return { type: 'link', url: piece.url, text: piece.text };
    case 'time':
      return {
        type: 'date',
        timestamp: Math.floor(piece.at / 1_000),
        format: '{date_short_pretty} at {time}',
        fallback: `${new Date(piece.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      };
  }
}
