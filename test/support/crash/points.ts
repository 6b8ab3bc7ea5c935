import { z } from 'zod';

/**
 * Where one conversation stops for good. `mark` is a word of its first message. `before` and `after` are about the
 * n-th event of this type in its log; `effect` is inside the tool, after the effect.
 */
export const pointSchema = z.discriminatedUnion('at', [
  z.object({ mark: z.string(), at: z.enum(['before', 'after']), event: z.string(), nth: z.int().positive() }),
  z.object({ mark: z.string(), at: z.literal('effect') }),
]);

export type Point = z.infer<typeof pointSchema>;

/** The process dies before or after its n-th call of a method of Slack. */
export const callPointSchema = z.object({
  at: z.enum(['before', 'after']),
  method: z.string(),
  nth: z.int().positive(),
});

export type CallPoint = z.infer<typeof callPointSchema>;

/** What befalls one life of the bot, and how it ends. */
export interface Death {
  readonly points?: readonly Point[];
  readonly call?: CallPoint;
  /** What the kernel does to its system calls (strace). */
  readonly injections?: readonly string[];
  /** Only to those on these files of the data folder; absent: on all. */
  readonly files?: readonly string[];
}

const MARK = /\bm\d+\b/;

export const markIn = (text: string): string | null => MARK.exec(text)?.[0] ?? null;

export const sayPoint = (point: Point): string =>
  point.at === 'effect' ? `${point.mark} in its tool` : `${point.mark} ${point.at} ${point.event} #${point.nth}`;
