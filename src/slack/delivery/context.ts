import type { ConversationCommands } from '../../conversation/commands.ts';
import type { Conversation } from '../../domain/conversation.ts';
import type { Logger } from '../../ports/logger.ts';
import type { OpenStreams } from '../../ports/open-streams.ts';
import type { OutboxItem } from '../../ports/outbox.ts';
import type { Preferences } from '../../ports/preferences.ts';
import type { SlackDirectory } from '../directory.ts';
import { sha256Hex } from '../fingerprint.ts';
import type { LiveAnswers } from '../live-answers.ts';
import type { Thread } from '../place.ts';
import { makeTtlCache, type TtlCache } from '../ttl-cache.ts';
import type { Message } from '../views/message.ts';
import type { Timers } from '../web/timers.ts';
import type { Workspace } from '../web/workspaces.ts';
import type { Delivery, Sent } from './send.ts';

/** Messages we remember having sent, by the name of what they deliver. A memory only: Slack is asked when it is lost. */
export interface SentMessages {
  get(item: string): Sent | undefined;
  set(item: string, sent: Sent): void;
  /** Whether this is what we last made the message show. */
  shows(sent: Sent, message: Message): boolean;
  noteShown(sent: Sent, message: Message): void;
}

const REMEMBERED = 5_000;

export function makeSentMessages(): SentMessages {
  const known = new Map<string, Sent>();
  /** By channel and ts, the hash of what was shown. */
  const shown = new Map<string, string>();
  return {
    get: (item) => known.get(item),
    set: (item, sent) => keep(known, item, sent),
    shows: ({ channel, ts }, message) => shown.get(`${channel} ${ts}`) === hashOf(message),
    noteShown: ({ channel, ts }, message) => keep(shown, `${channel} ${ts}`, hashOf(message)),
  };
}

const hashOf = (message: Message): string => sha256Hex(JSON.stringify(message));

/** Keeps the newest. */
function keep<T>(memory: Map<string, T>, key: string, value: T): void {
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > REMEMBERED && oldest !== undefined) memory.delete(oldest);
}

/** Where cards stand, as Slack links to them. Addresses do not change; a deleted card's leads to its thread. */
export type CardAddresses = TtlCache<string>;

const ADDRESSES_KEPT = 1_000;
const ADDRESS_KEPT_MS = 24 * 60 * 60 * 1_000;

export const makeCardAddresses = (now: () => number): CardAddresses =>
  makeTtlCache({ ttlMs: ADDRESS_KEPT_MS, size: ADDRESSES_KEPT, now });

/** What delivering one item needs. */
export interface DeliveryContext {
  readonly item: OutboxItem;
  /** The id in the item's key. */
  readonly id: string;
  readonly thread: Thread;
  readonly workspace: Workspace;
  /** The newest truth, read when the item was taken up. */
  readonly now: Conversation;
  readonly commands: ConversationCommands;
  readonly streams: OpenStreams;
  readonly live: LiveAnswers;
  readonly sent: SentMessages;
  readonly links: CardAddresses;
  readonly directory: Pick<SlackDirectory, 'profile' | 'membersOfGroup'>;
  readonly preferences: Pick<Preferences, 'whoChoseDirect'>;
  readonly timers: Timers;
  readonly logger: Logger;
  /** No other process works for these conversations: a stream that is not ours is nobody's. */
  readonly soleProcess: boolean;
}

/** What showing the rest of an answer needs. */
export type LeftoverContext = Pick<
  DeliveryContext,
  'item' | 'id' | 'thread' | 'workspace' | 'streams' | 'soleProcess' | 'timers' | 'logger'
>;

/** What comes after an answer waits until that is shown to its end. */
export const STILL_WRITING_LOOK_MS = 400;
export const STILL_WRITING: Delivery = { kind: 'again', afterMs: STILL_WRITING_LOOK_MS };

const HOUR_MS = 60 * 60 * 1_000;

/** When an earlier try at this item may have left a message; null for the first try. */
export const mayStandSince = ({ item, timers }: DeliveryContext): number | null =>
  item.attempts === 0 ? null : timers.now() - HOUR_MS;
