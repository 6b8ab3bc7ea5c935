/** A bounded memory of look-ups. Failures are not remembered; simultaneous look-ups of one key are one. */
export interface TtlCache<T> {
  get(key: string, look: () => Promise<T>): Promise<T>;
  /** Forgets what `about` picks, or everything. */
  forget(about?: (key: string) => boolean): void;
}

export function makeTtlCache<T>(options: {
  readonly ttlMs: number;
  readonly size: number;
  readonly now: () => number;
}): TtlCache<T> {
  const known = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return {
    get(key, look) {
      const found = known.get(key);
      if (found !== undefined && options.now() - found.at < options.ttlMs) return found.value;
      const value = look();
      known.delete(key);
      known.set(key, { at: options.now(), value });
      value.catch(() => {
        if (known.get(key)?.value === value) known.delete(key);
      });
      const [oldest] = known.keys();
      if (known.size > options.size && oldest !== undefined) known.delete(oldest);
      return value;
    },
    forget(about) {
      for (const key of [...known.keys()]) if (about === undefined || about(key)) known.delete(key);
    },
  };
}
