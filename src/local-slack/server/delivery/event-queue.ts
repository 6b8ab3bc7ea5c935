import type { WorkspaceClock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { Attempt, Retry, RetryReason } from './transport.ts';

/** Delivers events at least once, as Slack does: three retries, then the event is lost. */
export interface EventQueue {
  push(payload: JsonObject): void;
  /** The app has become reachable: whatever waits is sent now. */
  wake(): void;
  clear(): void;
}

interface Waiting {
  readonly payload: JsonObject;
  readonly retry: Retry | undefined;
  readonly cancel: () => void;
}

/** Slack's delays before retries 1, 2 and 3. */
const RETRY_DELAYS_MS = [0, 60_000, 300_000] as const;
/** An app that stays away longer loses the oldest events. */
const KEPT_EVENTS = 10_000;

export function makeEventQueue(
  clock: WorkspaceClock,
  deliver: (payload: JsonObject, retry: Retry | undefined) => Promise<Attempt>,
): EventQueue {
  const waiting = new Set<Waiting>();

  async function attempt(payload: JsonObject, retry: Retry | undefined): Promise<void> {
    const result = await deliver(payload, retry);
    if (result.kind === 'unreachable') hold(payload, retry, undefined);
    if (result.kind === 'failed' && result.mayRetry) again(payload, (retry?.num ?? 0) + 1, result.reason);
  }

  function again(payload: JsonObject, num: number, reason: RetryReason): void {
    const delayMs = RETRY_DELAYS_MS[num - 1];
    if (delayMs !== undefined) hold(payload, { num, reason }, delayMs);
  }

  function hold(payload: JsonObject, retry: Retry | undefined, delayMs: number | undefined): void {
    const item: Waiting = {
      payload,
      retry,
      cancel: delayMs === undefined ? () => {} : clock.after(delayMs, () => release(item)),
    };
    waiting.add(item);
    const oldest = waiting.values().next();
    if (waiting.size > KEPT_EVENTS && !oldest.done) drop(oldest.value);
  }

  function drop(item: Waiting): void {
    waiting.delete(item);
    item.cancel();
  }

  function release(item: Waiting): void {
    drop(item);
    void attempt(item.payload, item.retry);
  }

  return {
    push(payload) {
      void attempt(payload, undefined);
    },
    wake() {
      for (const item of [...waiting]) release(item);
    },
    clear() {
      for (const item of [...waiting]) drop(item);
    },
  };
}
