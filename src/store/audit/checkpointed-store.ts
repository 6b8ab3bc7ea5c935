import type { Logger } from '../../ports/logger.ts';
import type { Store } from '../../ports/store.ts';
import type { WriteCheckpoint } from './checkpoint-file.ts';

/** What somebody with the database file could remove unnoticed is at most what was written in this time. */
const EVERY_MS = 60_000;

/**
 * A store that keeps a record of its chains' ends outside of itself: one checkpoint at intervals and a last one when it
 * closes. A checkpoint that cannot be written is logged and tried again at the next interval; the bot goes on.
 */
export function checkpointedStore(
  store: Store,
  write: WriteCheckpoint,
  { logger, everyMs = EVERY_MS }: { readonly logger: Logger; readonly everyMs?: number },
): Store {
  let writing: Promise<void> = Promise.resolve();
  let closing: Promise<void> | null = null;

  const checkpoint = async (): Promise<void> => {
    try {
      await write();
    } catch (error) {
      const code = error instanceof Error ? error.name : typeof error;
      logger.error({ code }, 'a checkpoint could not be written');
    }
  };
  const timer = setInterval(() => {
    writing = writing.then(checkpoint);
  }, everyMs);
  timer.unref();

  const close = async (): Promise<void> => {
    clearInterval(timer);
    await writing;
    await checkpoint();
    await store.close();
  };
  return { ...store, close: () => (closing ??= close()) };
}
