import type { JsonObject } from './json.ts';

/** One thing that changed in the workspace. `n` grows by one and never starts again, a reset included. */
export type Change = JsonObject & { readonly n: number; readonly type: string };

export interface Changes {
  record(type: string, facts?: JsonObject): void;
  /** Changes after `n`, oldest first. One `gap` comes first where older ones are no longer kept. */
  since(n: number): readonly Change[];
  subscribe(listener: (change: Change) => void): () => void;
}

/** A page that was away longer than this reads everything anew. */
const KEPT_CHANGES = 5_000;

export function makeChanges(): Changes {
  const kept: Change[] = [];
  const listeners = new Set<(change: Change) => void>();
  let last = 0;
  return {
    record(type, facts = {}) {
      last += 1;
      const change: Change = { ...facts, n: last, type };
      kept.push(change);
      if (kept.length > KEPT_CHANGES) kept.shift();
      for (const listener of listeners) listener(change);
    },
    since(n) {
      const missed = kept.filter((change) => change.n > n);
      const oldest = kept[0]?.n ?? 1;
      return n + 1 < oldest ? [{ n: oldest - 1, type: 'gap' }, ...missed] : missed;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
