import type { OpenStream, OpenStreams } from '../../../src/ports/open-streams.ts';

/** Open streams kept in memory, with everything that was ever remembered. */
export function memoryStreams(): OpenStreams & { readonly history: readonly OpenStream[] } {
  const rows = new Map<string, OpenStream>();
  const history: OpenStream[] = [];
  return {
    history,
    async remember(stream) {
      rows.set(stream.key, stream);
      history.push(stream);
    },
    async exchange(before, after) {
      if (rows.get(before.key)?.body !== before.body) return false;
      rows.set(after.key, after);
      history.push(after);
      return true;
    },
    async forget(key) {
      rows.delete(key);
    },
    list: async () => [...rows.values()],
  };
}
