import type { Logger } from '../ports/logger.ts';

/** Everything must be at rest within this after a signal; then the process ends as it is. */
const STOP_WITHIN_MS = 10_000;

/**
 * Keeps the process until it is told to stop: the first SIGTERM or SIGINT stops orderly, the second at once.
 * An exception or rejection nobody caught means the process's state cannot be trusted: it is logged and the process
 * stops orderly with exit code 1, to be started again by whoever watches it.
 */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let stopping = false;

  const end = (code: number): void => {
    if (stopping) process.exit(code === 0 ? 1 : code);
    stopping = true;
    const deadline = setTimeout(() => {
      logger.error({ limit: STOP_WITHIN_MS }, 'could not stop in time');
      process.exit(1);
    }, STOP_WITHIN_MS);
    deadline.unref();
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        logger.error({ error: nameOf(error) }, 'stopping failed');
        process.exit(1);
      },
    );
  };

  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  process.on('uncaughtException', (error) => {
    logger.error({ error: nameOf(error), reason: placeOf(error) }, 'uncaught exception');
    end(1);
  });
  process.on('unhandledRejection', (reason) => {
    logger.error({ error: nameOf(reason), reason: placeOf(reason) }, 'unhandled rejection');
    end(1);
  });
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The innermost frame of the stack: where, without the message, which may hold anybody's text. */
const placeOf = (error: unknown): string | undefined =>
  error instanceof Error
    ? error.stack
        ?.split('\n')
        .find((line) => line.trimStart().startsWith('at '))
        ?.trim()
    : undefined;
