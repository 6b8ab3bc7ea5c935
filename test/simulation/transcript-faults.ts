import type { Conversation } from '../../src/domain/conversation.ts';
import { openCalls } from '../../src/domain/transcript.ts';

/** What a strict provider would refuse: a call without its one result directly after it, or a result without its call. */
export function transcriptFaults({ transcript }: Pick<Conversation, 'transcript'>): string[] {
  const faults: string[] = [];
  const open = new Set(openCalls(transcript).map(({ requestId }) => requestId));
  const ids = new Set<string>();
  transcript.entries.forEach(({ message }, i) => {
    if (message.kind === 'results' && transcript.entries[i - 1]?.message.kind !== 'assistant') {
      faults.push('a result does not follow its call');
    }
    if (message.kind !== 'assistant' || message.calls.length === 0) return;
    const next = transcript.entries[i + 1]?.message;
    const answered = next?.kind === 'results' ? next.results.map(({ requestId }) => requestId) : [];
    const expected = message.calls.map(({ requestId }) => requestId).filter((id) => !open.has(id));
    if (JSON.stringify(answered) !== JSON.stringify(expected)) faults.push('calls and results do not match');
    for (const { requestId } of message.calls) {
      if (ids.has(requestId)) faults.push('a request id was used twice');
      ids.add(requestId);
    }
  });
  return faults;
}
