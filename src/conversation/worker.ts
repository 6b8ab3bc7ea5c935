import type { ConversationId } from '../domain/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
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

/** Does what one conversation wants done now; answers when it wants attention again, or null. */
export type RunNext = (claim: Claim, signal: AbortSignal) => Promise<number | null>;

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
}): Worker {
  const { work, runNext, clock, logger } = deps;
  const live = new Map<ConversationId, { readonly controller: AbortController; readonly done: Promise<void> }>();
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

  const run = async (claim: Claim, controller: AbortController): Promise<void> => {
    const renewing = setInterval(() => void renew(claim, controller), RENEW_EVERY_MS);
    try {
      const again = await runNext(claim, controller.signal);
      await work.release(claim, again ?? undefined);
    } catch (error) {
      logger.error({ conversation: claim.conversation, error: nameOf(error) }, 'conversation failed');
      await work.release(claim, clock.now() + PAUSE_AFTER_ERROR_MS).catch(() => {});
    } finally {
      clearInterval(renewing);
      live.delete(claim.conversation);
      wakeUp();
    }
  };

  const renew = async (claim: Claim, controller: AbortController): Promise<void> => {
    try {
      if (!(await work.renew(claim, LEASE_MS))) controller.abort('lease lost');
    } catch (error) {
      logger.warn({ conversation: claim.conversation, error: nameOf(error) }, 'lease could not be renewed');
    }
  };

  const claimNext = async (): Promise<boolean> => {
    if (live.size >= deps.concurrency) return false;
    const claim = await work.claim(deps.owner, LEASE_MS);
    if (claim === null) return false;
    const controller = new AbortController();
    live.set(claim.conversation, { controller, done: run(claim, controller) });
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
      for (const { controller } of live.values()) controller.abort('shutting down');
      await Promise.all([loop, ...[...live.values()].map(({ done }) => done)]);
    },
    abort: (conversation) => live.get(conversation)?.controller.abort('stopped'),
    running: () => live.size,
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
