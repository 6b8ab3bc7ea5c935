import type { TaintSource } from '../../domain/event.ts';
import type { TranscriptMessage } from '../../domain/transcript.ts';

/**
 * The structural check: the first thing in this transcript that nobody vouches for. The durable seed is stronger,
 * since compaction takes messages away; the two are OR-ed.
 */
export function taintOf(transcript: readonly TranscriptMessage[]): TaintSource | null {
  for (const message of transcript) {
    if (message.kind === 'user' && message.quarantined) {
      return message.author === null ? { kind: 'thread-history' } : { kind: 'participant', person: message.author };
    }
    if (message.kind === 'results') {
      const untrusted = message.results.find((result) => result.quarantined);
      if (untrusted !== undefined) return { kind: 'tool-result', toolName: untrusted.toolName };
    }
  }
  return null;
}
