/** How long one request is waited for. Its signal fires when that is over; the time people take does not count. */
export interface Patience {
  readonly signal: AbortSignal;
  /** The server shows that it is at work: the time begins anew. */
  renew(): void;
  /** Does not run out while this is under way, beyond the bound on the whole. */
  during<T>(work: Promise<T>): Promise<T>;
  end(): void;
}

/** `silenceMs` without a sign from the server, `wholeMs` in all. */
export function makePatience(silenceMs: number, wholeMs: number): Patience {
  const over = new AbortController();
  const giveUp = (): void => over.abort();
  const whole = setTimeout(giveUp, wholeMs);
  let silence = setTimeout(giveUp, silenceMs);
  let waiting = 0;
  const renew = (): void => {
    clearTimeout(silence);
    if (waiting === 0 && !over.signal.aborted) silence = setTimeout(giveUp, silenceMs);
  };
  return {
    signal: over.signal,
    renew,
    async during(work) {
      waiting += 1;
      renew();
      try {
        return await work;
      } finally {
        waiting -= 1;
        renew();
      }
    },
    end() {
      clearTimeout(whole);
      clearTimeout(silence);
    },
  };
}
