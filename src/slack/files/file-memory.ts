/** A few of the largest files; enough for the conversations that are going on. */
const BYTES_KEPT = 40_000_000;

/** Files read lately. Each may be dropped at any moment and fetched again. */
export interface FileMemory {
  get(key: string): Uint8Array | undefined;
  keep(key: string, bytes: Uint8Array): void;
}

export function makeFileMemory(limit: number = BYTES_KEPT): FileMemory {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  const drop = (key: string): void => {
    size -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const bytes = kept.get(key);
      if (bytes === undefined) return undefined;
      kept.delete(key);
      kept.set(key, bytes);
      return bytes;
    },
    keep(key, bytes) {
      drop(key);
      if (bytes.length > limit) return;
      kept.set(key, bytes);
      size += bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= limit) return;
        drop(oldest);
      }
    },
  };
}
