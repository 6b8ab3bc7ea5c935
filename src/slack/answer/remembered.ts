import { z } from 'zod';
import type { ConversationId } from '../../domain/ids.ts';
import type { OpenStream } from '../../ports/open-streams.ts';

/** An answer that is being shown, as it is remembered in case this process dies in it. */
export interface Remembered {
  readonly turn: string;
  /** When this was written down; an answer that is alive writes again before its message is four minutes old. */
  readonly since: number;
  /** Text of the answer that stands, finished, in earlier messages; UTF-16 units. */
  readonly shown: number;
  /** The message being written: null before one was begun. Its `ts` is null while Slack's answer is awaited. */
  readonly open: { readonly ts: string | null; readonly mode: 'stream' | 'post'; readonly startedAt: number } | null;
}

const shape = z.object({
  turn: z.string(),
  since: z.number(),
  shown: z.number().int().min(0),
  open: z.object({ ts: z.string().nullable(), mode: z.enum(['stream', 'post']), startedAt: z.number() }).nullable(),
});

/** One row for each answer. */
export const rememberedKey = (turn: string): string => `answer:${turn}`;

export const remember = (conversation: ConversationId, what: Remembered): OpenStream => ({
  key: rememberedKey(what.turn),
  conversation,
  body: JSON.stringify(what),
});

/** Null for a row this version does not understand. */
export function readRemembered(stream: OpenStream): Remembered | null {
  try {
    return shape.safeParse(JSON.parse(stream.body)).data ?? null;
  } catch {
    return null;
  }
}
