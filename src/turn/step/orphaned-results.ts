import type { TranscriptMessage } from '../../domain/transcript.ts';

/**
 * What a provider would refuse in this history, or null: every call needs exactly one result, in a message directly
 * after its reply, and there is no result without its call.
 */
export function orphanedResults(history: readonly TranscriptMessage[]): string | null {
  let open: ReadonlySet<string> = new Set();
  for (const message of history) {
    if (message.kind === 'results') {
      const answered = new Set(message.results.map(({ requestId }) => requestId));
      if (open.size === 0) return 'has tool results without the calls they answer';
      if (answered.size !== message.results.length || !sameSet(answered, open)) {
        return 'has results that do not match the calls before them';
      }
      open = new Set();
    } else if (open.size > 0) {
      return 'has calls without results';
    } else if (message.kind === 'assistant') {
      open = new Set(message.calls.map(({ requestId }) => requestId));
    }
  }
  return open.size > 0 ? 'ends in calls without results' : null;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));
