import { AsyncLocalStorage } from 'node:async_hooks';
import type { AskingCall } from '../../ports/elicitor.ts';
import type { Patience } from './patience.ts';

/** A call that a server is working on. */
export interface CallInFlight {
  readonly call: AskingCall;
  readonly patience: Patience;
}

/**
 * Knows on whose behalf a server asks something. What arrives as part of a call's own response belongs to that call; a
 * question that comes by another way names no call, so it belongs to the only one there is, or to none.
 */
export interface CallsInFlight {
  during<T>(call: CallInFlight, work: () => Promise<T>): Promise<T>;
  /** Null when it cannot be told. */
  asking(): CallInFlight | null;
}

export function makeCallsInFlight(): CallsInFlight {
  const own = new AsyncLocalStorage<CallInFlight>();
  const all = new Set<CallInFlight>();
  return {
    async during(call, work) {
      all.add(call);
      try {
        return await own.run(call, work);
      } finally {
        all.delete(call);
      }
    },
    asking() {
      const named = own.getStore();
      if (named !== undefined && all.has(named)) return named;
      const [only, ...others] = all;
      return only !== undefined && others.length === 0 ? only : null;
    },
  };
}
