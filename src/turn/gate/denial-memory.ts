import { actionKey, type CallIdentity } from '../../domain/call.ts';
import { type Person, samePerson } from '../../domain/person.ts';
import type { TranscriptMessage } from '../../domain/transcript.ts';

/** Actions people said no to since the principal last spoke. Proposed again under any id, they get the same answer. */
export interface DenialMemory {
  readonly answers: Map<string, string>;
  /** How often a denied action came back. */
  repeats: number;
}

type Action = Pick<CallIdentity, 'toolName' | 'argsJson'>;

/** Reads the memory out of the transcript, so that a pause or a restart does not forget it. */
export function denialMemory(transcript: readonly TranscriptMessage[], principal: Person): DenialMemory {
  const memory: DenialMemory = { answers: new Map(), repeats: 0 };
  const actions = new Map<string, Action>();
  for (const message of transcript.slice(lastWordsOf(principal, transcript) + 1)) {
    if (message.kind === 'assistant') {
      for (const call of message.calls) if (call.kind === 'call') actions.set(call.requestId, call);
    } else if (message.kind === 'results') {
      for (const { requestId, outcome, text } of message.results) {
        const action = actions.get(requestId);
        if (outcome === 'denied' && action !== undefined) rememberDenial(memory, action, text);
      }
    }
  }
  return memory;
}

/** The first answer to an action stands; every later one counts as a repetition. */
export function rememberDenial(memory: DenialMemory, action: Action, answer: string): void {
  const key = actionKey(action);
  if (memory.answers.has(key)) memory.repeats += 1;
  else memory.answers.set(key, answer);
}

export const deniedBefore = (memory: DenialMemory, action: Action): string | undefined =>
  memory.answers.get(actionKey(action));

const lastWordsOf = (principal: Person, transcript: readonly TranscriptMessage[]): number =>
  transcript.findLastIndex(
    (message) =>
      message.kind === 'user' &&
      !message.quarantined &&
      message.author !== null &&
      samePerson(message.author, principal),
  );
