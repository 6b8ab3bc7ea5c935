import type { Logger } from '../ports/logger.ts';

export interface Wakes {
  /** Returns what takes the listener off again. */
  listen(listener: () => void): () => void;
  announce(): void;
}

/** Tells this process that something is due. A listener that throws harms neither the others nor the writer. */
export function makeWakes(logger: Logger): Wakes {
  const listeners = new Set<() => void>();
  return {
    listen(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    announce() {
      for (const listener of listeners) {
        try {
          listener();
        } catch (error) {
          logger.error({ error: error instanceof Error ? error.name : typeof error }, 'a wake listener failed');
        }
      }
    },
  };
}
