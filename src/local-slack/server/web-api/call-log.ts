import type { JsonObject } from '../json.ts';

/** One Web API call as the control side lists it. `status` 0: the connection was dropped without an answer. */
export interface LoggedCall {
  readonly n: number;
  /** Milliseconds since 1970, workspace time. */
  readonly at: number;
  readonly method: string;
  readonly args: JsonObject;
  readonly status: number;
  readonly error?: string;
}

export interface CallLog {
  add(call: Omit<LoggedCall, 'n'>): void;
  since(n: number): readonly LoggedCall[];
  clear(): void;
}

/** Enough for any test to read what it caused; a soak run must not fill the memory. */
const KEPT_CALLS = 20_000;

export function makeCallLog(onCall: (call: LoggedCall) => void): CallLog {
  const kept: LoggedCall[] = [];
  let last = 0;
  return {
    add(call) {
      last += 1;
      const logged = { n: last, ...call };
      kept.push(logged);
      if (kept.length > KEPT_CALLS) kept.shift();
      onCall(logged);
    },
    since: (n) => kept.filter((call) => call.n > n),
    clear() {
      kept.length = 0;
    },
  };
}
