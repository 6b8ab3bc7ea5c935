import type { CardRef } from '../../src/domain/decision.ts';
import type { ConversationId } from '../../src/domain/ids.ts';

/** Something the bot's process did in a conversation. `at` is when it was through: ms since the epoch, with fractions. */
export type Happened =
  /** A card stands in Slack and can be pressed. */
  | { readonly kind: 'card'; readonly conversation: ConversationId; readonly at: number; readonly card: CardRef }
  /** A decision is on the disk. */
  | { readonly kind: 'decided'; readonly conversation: ConversationId; readonly at: number }
  /** The tool was started. */
  | { readonly kind: 'effect'; readonly conversation: ConversationId; readonly at: number }
  /** The turn is over; a pause is not its end. */
  | { readonly kind: 'ended'; readonly conversation: ConversationId; readonly at: number; readonly how: string };

/** What the process costs at one moment. */
export interface ProcessFigures {
  /** Processor time since it started, in milliseconds. */
  readonly cpuMs: number;
  readonly residentMb: number;
  /** After a collection of garbage, where one was asked for. */
  readonly heapMb: number;
  readonly descriptors: number;
  readonly timers: number;
  readonly walMb: number;
  readonly turnsRunning: number;
  /** Delay of the event loop since garbage was last collected, in milliseconds. */
  readonly loopDelayP99: number;
}

/** `glance`: as it is. `settle`: garbage is collected first, and the event loop is watched from then on. */
export type Look = 'glance' | 'settle';

export type ToService = { readonly kind: 'figures'; readonly look: Look } | { readonly kind: 'stop' };

export type FromService =
  | { readonly kind: 'ready' }
  | { readonly kind: 'figures'; readonly figures: ProcessFigures }
  | { readonly kind: 'happened'; readonly what: Happened };

/** Of the same clock in every process of a machine, finer than a millisecond. */
export const preciseNow = (): number => performance.timeOrigin + performance.now();
