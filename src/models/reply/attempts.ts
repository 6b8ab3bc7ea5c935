import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../ports/logger.ts';
import { ModelFailure, type ModelPart } from '../../ports/model.ts';
import { aborted, troubleOf } from './failure.ts';

/** Four tries over some seconds: longer, and a person had better be told and press Retry. */
const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
/** A provider that asks for more time than this is not waited for. */
const MAX_WAIT_MS = 30_000;

export interface Retrying {
  readonly provider: string;
  readonly model: string;
  readonly logger: Logger;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export const waitOnClock: Retrying['wait'] = (ms, signal) => pause(ms, undefined, { signal });

/** Streams the first attempt that yields anything. After its first part nothing is repeated: the loop has seen it. */
export async function* withRetries(
  attempt: () => AsyncIterable<ModelPart>,
  { provider, model, logger, wait }: Retrying,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  for (let tries = 1; ; tries += 1) {
    let started = false;
    try {
      for await (const part of attempt()) {
        started = true;
        yield part;
      }
      return;
    } catch (error) {
      const { failure, again, waitMs } = troubleOf(error, provider, started);
      const ms = waitMs ?? FIRST_WAIT_MS * 2 ** (tries - 1);
      if (started || !again || tries === MAX_ATTEMPTS || ms > MAX_WAIT_MS) throw failure;
      logger.warn({ model, kind: failure.kind, attempt: tries, waitMs: ms }, 'model request failed, trying again');
      await restFor(ms, wait, signal);
    }
  }
}

async function restFor(ms: number, wait: Retrying['wait'], signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, signal);
  } catch (error) {
    throw signal.aborted
      ? aborted()
      : new ModelFailure('interrupted', 'the wait was cut short', { retryable: true, cause: error });
  }
}
