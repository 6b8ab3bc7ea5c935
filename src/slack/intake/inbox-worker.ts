import type { Inbox, InboxItem } from '../../ports/inbox.ts';
import type { Logger } from '../../ports/logger.ts';
import { isOutage } from '../../ports/store.ts';
import { type Timers, wait, within } from '../web/timers.ts';

export interface InboxWorkerParts {
  readonly inbox: Inbox;
  readonly handle: (item: InboxItem) => Promise<void>;
  /** Items of one lane are handled one after the other; within a batch by `order`. */
  readonly placeOf: (item: InboxItem) => { readonly lane: string; readonly order: string };
  /** An item was given up and will not be handled any more; people who wait for it may be told. */
  readonly onGivenUp: (item: InboxItem) => void;
  readonly logger: Logger;
  readonly timers: Timers;
}

/** The item a lane waits for, and from when on it may be tried again. */
interface Blocker {
  readonly key: string;
  readonly dueAt: number;
}

export interface InboxWorker {
  start(): void;
  /** There may be something new. */
  kick(): void;
  /** Takes nothing new and waits for what is being handled, at most `STOP_TIMEOUT_MS`. */
  stop(): Promise<void>;
}

/** Safety net beside `kick`: a retry falls due, another process stored something. */
const POLL_MS = 1_000;
const BATCH = 200;
const LANES_AT_ONCE = 16;
/** Handling is a few appends; what fails this often fails for a reason that time does not mend, unless the store is away. */
const MAX_ATTEMPTS = 6;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** What fails because the store is away goes on soon after it is back. */
const OUTAGE_RETRY_MS = 1_000;
/** An item that was due and is not there by then is another process's: its lane waits for it no longer. */
const GONE_AFTER_MS = 2_000;
const STOP_TIMEOUT_MS = 2_500;

/**
 * Handles what was stored, in order within a lane, each item until it succeeded once. What fails for good is never taken
 * up again: its sender is told so, and acts on it.
 */
export function makeInboxWorker(parts: InboxWorkerParts): InboxWorker {
  const { inbox, logger, timers } = parts;
  const busy = new Set<string>();
  /** A lane whose first item waits for its retry must not be overtaken by what came after it. */
  const blocked = new Map<string, Blocker>();
  let running = false;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let cancelPoll = (): void => {};

  const look = async (): Promise<void> => {
    const items = await inbox.pending(BATCH);
    const lanes = new Map<string, InboxItem[]>();
    forgetTheGone(items);
    for (const item of items) {
      const { lane } = parts.placeOf(item);
      lanes.set(lane, [...(lanes.get(lane) ?? []), item]);
    }
    for (const [lane, waiting] of lanes) {
      const blocker = blocked.get(lane);
      const mayGo = blocker === undefined || waiting.some(({ key }) => key === blocker.key);
      if (busy.has(lane) || !mayGo) continue;
      if (busy.size >= LANES_AT_ONCE) break;
      busy.add(lane);
      void work(lane, waiting);
    }
  };

  /** What another process took up, perhaps to its end, is never pending here again. */
  const forgetTheGone = (items: readonly InboxItem[]): void => {
    const pending = new Set(items.map(({ key }) => key));
    for (const [lane, { key, dueAt }] of blocked) {
      if (!pending.has(key) && timers.now() >= dueAt + GONE_AFTER_MS) blocked.delete(lane);
    }
  };

  const work = async (lane: string, items: readonly InboxItem[]): Promise<void> => {
    const ordered = [...items].sort((a, b) => compare(parts.placeOf(a).order, parts.placeOf(b).order));
    try {
      for (const item of ordered) {
        if (!running || !(await attempt(lane, item))) break;
      }
    } catch {
      logger.error({}, 'the inbox could not be updated');
      // What cannot be noted down is due at once: without a pause a full disk would be asked without end.
      await wait(timers, FIRST_RETRY_MS);
    } finally {
      busy.delete(lane);
      kick();
    }
  };

  /** False when the lane has to wait for this item. */
  const attempt = async (lane: string, item: InboxItem): Promise<boolean> => {
    try {
      await parts.handle(item);
    } catch (error) {
      const code = error instanceof Error ? error.name : 'unknown';
      const away = isOutage(error);
      if (item.attempts + 1 >= MAX_ATTEMPTS && !away) {
        logger.error({ key: item.key, code, attempts: item.attempts + 1 }, 'an inbox item is given up');
        // First it is settled that it is over, then somebody is told.
        await inbox.done(item.key);
        blocked.delete(lane);
        parts.onGivenUp(item);
        return true;
      }
      logger.warn({ key: item.key, code, attempts: item.attempts + 1 }, 'an inbox item will be tried again');
      const pause = away ? OUTAGE_RETRY_MS : Math.min(FIRST_RETRY_MS * 2 ** item.attempts, LONGEST_RETRY_MS);
      const dueAt = timers.now() + pause;
      await inbox.postpone(item.key, dueAt, away ? 'outage' : 'failed');
      blocked.set(lane, { key: item.key, dueAt });
      timers.after(dueAt - timers.now(), kick);
      return false;
    }
    await inbox.done(item.key);
    blocked.delete(lane);
    return true;
  };

  const kick = (): void => {
    if (!running) return;
    if (looking !== null) {
      lookAgain = true;
      return;
    }
    looking = look()
      .catch(() => logger.error({}, 'the inbox could not be read'))
      .finally(() => {
        looking = null;
        if (!lookAgain) return;
        lookAgain = false;
        kick();
      });
  };

  const poll = (): void => {
    if (!running) return;
    kick();
    cancelPoll = timers.after(POLL_MS, poll);
  };

  const idle = async (): Promise<void> => {
    while (busy.size > 0 || looking !== null) {
      await new Promise<void>((resolve) => {
        timers.after(10, resolve);
      });
    }
  };

  return {
    start() {
      running = true;
      poll();
    },
    kick,
    async stop() {
      running = false;
      cancelPoll();
      await within(timers, STOP_TIMEOUT_MS, idle(), undefined);
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
