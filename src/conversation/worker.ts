import type { ConversationId } from '../domain/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import { isOutage } from '../ports/store.ts';
import type { Claim, WorkQueue } from '../ports/work-queue.ts';

/** How long a claim lives without renewal: a dead process's work is taken over after this. */
export const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** Longest sleep without a wake: the safety net where wake-ups get lost. */
const POLL_MS = 1_000;
/** What is due and cannot be claimed is being worked on; looking again at once would only burn time. */
const SHORTEST_SLEEP_MS = 25;
/** After an error nobody expected, so that a broken store is not hammered. */
const PAUSE_AFTER_ERROR_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const MAX_FAILURES_KEPT = 1_000;

/** Does what one conversation wants done now; answers when it wants attention again, or null. */
export type RunNext = (claim: Claim, signal: AbortSignal) => Promise<number | null>;

/** A claim while it is worked on. */
interface Held {
  readonly claim: Claim;
  readonly controller: AbortController;
  /** By the monotonic clock; the wall clock may be moved. */
  leaseEndsAt: number;
  renewing: boolean;
}

/** Why a turn is aborted here while it goes on, or may go on, in another process. */
export const LEASE_LOST = 'lease lost';

export interface Worker {
  start(): void;
  /** Stops claiming, aborts what runs, and waits for it to come to rest; bounded by the caller's patience. */
  stop(): Promise<void>;
  /** Aborts the turn running here in this conversation, if any. */
  abort(conversation: ConversationId): void;
  running(): number;
}

/** Claims conversations and runs them, one turn at a time in each, up to `concurrency` at once. */
export function makeWorker(deps: {
  readonly work: WorkQueue;
  readonly runNext: RunNext;
  readonly clock: Clock;
  readonly owner: string;
  readonly concurrency: number;
  readonly logger: Logger;
  /** Whoever worked on this conversation before is dead, stalled or cut off; called before it is run. */
  readonly onTakenOver?: (conversation: ConversationId) => Promise<void>;
  /** The claim may have passed to another process: nothing more of this run may be shown. */
  readonly onLost?: (conversation: ConversationId) => void;
  /** Whether a person asked to stop, wherever they were heard; looked up at each renewal. */
  readonly isStopAsked?: (conversation: ConversationId) => Promise<boolean>;
}): Worker {
  const { work, runNext, clock, logger } = deps;
  const live = new Map<ConversationId, { readonly controller: AbortController; readonly done: Promise<void> }>();
  const failures = new Map<ConversationId, number>();
  let stopping = false;
  /** A wake that came while nobody slept must not be slept through. */
  let woken = false;
  let endSleep: () => void = () => {};
  let loop: Promise<void> = Promise.resolve();

  const wakeUp = (): void => {
    woken = true;
    endSleep();
  };

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (woken) return resolve();
      const timer = setTimeout(resolve, ms);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (held: Held): Promise<void> => {
    const { claim, controller } = held;
    const renewing = setInterval(() => void renew(held), RENEW_EVERY_MS);
    try {
      if (claim.takenOver === true) await deps.onTakenOver?.(claim.conversation);
      const again = await runNext(claim, controller.signal);
      await release(held, again ?? undefined);
      failures.delete(claim.conversation);
    } catch (error) {
      logger.error({ conversation: claim.conversation, error: nameOf(error) }, 'conversation failed');
      await release(held, clock.now() + pauseAfter(claim.conversation, error)).catch(() => {});
    } finally {
      clearInterval(renewing);
      // A later claim of the same conversation may be running here by now.
      if (live.get(claim.conversation)?.controller === controller) live.delete(claim.conversation);
      wakeUp();
    }
  };

  /**
   * Twice as long after each error in a row of one conversation: what cannot be read does not become readable by haste.
   * An outage says nothing about the conversation, which must go on soon after it.
   */
  const pauseAfter = (conversation: ConversationId, error: unknown): number => {
    if (isOutage(error)) return PAUSE_AFTER_ERROR_MS;
    const inARow = (failures.get(conversation) ?? 0) + 1;
    if (failures.size >= MAX_FAILURES_KEPT) failures.clear();
    failures.set(conversation, inARow);
    return Math.min(PAUSE_AFTER_ERROR_MS * 2 ** (inARow - 1), LONGEST_PAUSE_MS);
  };

  /** A lost lease is left to run out, so that whoever claims next learns that this one was not finished. */
  const release = async ({ claim, controller }: Held, wakeAt?: number): Promise<void> => {
    if (controller.signal.reason !== LEASE_LOST) await work.release(claim, wakeAt);
  };

  const lose = ({ claim, controller }: Held): void => {
    if (controller.signal.aborted) return;
    logger.warn({ conversation: claim.conversation, epoch: claim.epoch }, 'a lease was lost');
    controller.abort(LEASE_LOST);
    deps.onLost?.(claim.conversation);
  };

  const renew = async (held: Held): Promise<void> => {
    const { claim, controller } = held;
    const askedAt = performance.now();
    if (held.renewing) {
      if (askedAt >= held.leaseEndsAt) lose(held);
      return;
    }
    held.renewing = true;
    try {
      if (await work.renew(claim, LEASE_MS)) held.leaseEndsAt = askedAt + LEASE_MS;
      else lose(held);
      if ((await deps.isStopAsked?.(claim.conversation)) === true) controller.abort('stopped');
    } catch (error) {
      logger.warn({ conversation: claim.conversation, error: nameOf(error) }, 'lease could not be renewed');
      // Cut off from the store: others may have seen the lease end and gone on.
      if (performance.now() >= held.leaseEndsAt) lose(held);
    } finally {
      held.renewing = false;
    }
  };

  const claimNext = async (): Promise<boolean> => {
    if (live.size >= deps.concurrency) return false;
    const askedAt = performance.now();
    const claim = await work.claim(deps.owner, LEASE_MS);
    if (claim === null) return false;
    const controller = new AbortController();
    const held: Held = { claim, controller, leaseEndsAt: askedAt + LEASE_MS, renewing: false };
    live.set(claim.conversation, { controller, done: run(held) });
    return true;
  };

  const untilDue = async (): Promise<number> => {
    const due = live.size >= deps.concurrency ? null : await work.nextDue();
    return due === null ? POLL_MS : Math.min(Math.max(due - clock.now(), SHORTEST_SLEEP_MS), POLL_MS);
  };

  const keepClaiming = async (): Promise<void> => {
    while (!stopping) {
      woken = false;
      try {
        if (!(await claimNext())) await sleep(await untilDue());
      } catch (error) {
        logger.error({ error: nameOf(error) }, 'work queue failed');
        await sleep(PAUSE_AFTER_ERROR_MS);
      }
    }
  };

  let stopListening: () => void = () => {};
  return {
    start() {
      stopListening = work.onWake(() => wakeUp());
      loop = keepClaiming();
    },
    async stop() {
      stopping = true;
      stopListening();
      wakeUp();
      const abortAll = (): void => {
        for (const { controller } of live.values()) controller.abort('shutting down');
      };
      abortAll();
      // A claim may still be under way; what it started is stopped as well.
      await loop;
      abortAll();
      await Promise.all([...live.values()].map(({ done }) => done));
    },
    abort: (conversation) => live.get(conversation)?.controller.abort('stopped'),
    running: () => live.size,
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
