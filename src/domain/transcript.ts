import { type AttachedFile, fileWords } from './attached-file.ts';
import type { ProposedCall } from './call.ts';
import type { CallResult, StoredEvent } from './event.ts';
import type { RequestId } from './ids.ts';
import { type Person, samePerson } from './person.ts';

/** What a model reads, oldest first. A `results` message follows its `assistant` message directly. */
export type TranscriptMessage =
  | {
      readonly kind: 'user';
      readonly author: Person | null;
      readonly text: string;
      /** Written by someone the turn does not act for: context, never an instruction. */
      readonly quarantined: boolean;
      /** The text only names it. */
      readonly file?: AttachedFile;
    }
  | {
      readonly kind: 'assistant';
      readonly text: string;
      readonly calls: readonly ProposedCall[];
      readonly providerState: string | null;
    }
  | { readonly kind: 'results'; readonly results: readonly CallResult[] }
  | { readonly kind: 'summary'; readonly text: string };

interface Entry {
  /** Where compaction may cut before it: never falls from entry to entry, and results share their step's. */
  readonly seq: number;
  readonly message: TranscriptMessage;
}

/** A step and the results it has so far, in call order. */
interface OpenBatch {
  readonly calls: readonly ProposedCall[];
  readonly results: Map<RequestId, CallResult>;
  /** Position of the step in the log; its results take it too. */
  readonly seq: number;
}

/** The fold the model reads. Messages wait until a turn takes them, so that none lands between a call and its result. */
export interface TranscriptState {
  entries: Entry[];
  waiting: Map<
    string,
    Entry & { readonly addressed: boolean; readonly author: Person; readonly persona: string | null }
  >;
  seen: Set<string>;
  batch: OpenBatch | null;
}

export const emptyTranscript = (): TranscriptState => ({
  entries: [],
  waiting: new Map(),
  seen: new Set(),
  batch: null,
});

/** Takes one event into the fold; the state belongs to the fold and is changed in place. */
export function evolveTranscript(state: TranscriptState, { seq, event }: StoredEvent): void {
  switch (event.type) {
    case 'message.received': {
      if (state.seen.has(event.messageId)) return;
      state.seen.add(event.messageId);
      const message = { kind: 'user', author: event.author, text: event.text, quarantined: false } as const;
      const { addressed, author, persona } = event;
      state.waiting.set(event.messageId, { seq, message, addressed, author, persona });
      return;
    }
    case 'content.quarantined':
      state.entries.push({ seq, message: { kind: 'user', author: event.author, text: event.text, quarantined: true } });
      return;
    case 'file.attached': {
      const { author, file } = event;
      state.entries.push({ seq, message: { kind: 'user', author, text: fileWords(file), quarantined: true, file } });
      return;
    }
    case 'turn.started':
      for (const id of event.takes) {
        const taken = state.waiting.get(id);
        if (taken === undefined) continue;
        state.waiting.delete(id);
        state.entries.push({ seq, message: taken.message });
      }
      return;
    case 'step.accepted': {
      const { text, calls, providerState } = event;
      state.entries.push({ seq, message: { kind: 'assistant', text, calls, providerState } });
      state.batch = calls.length === 0 ? null : { calls, results: new Map(), seq };
      return;
    }
    case 'tool.completed': {
      const { batch } = state;
      if (batch === null || batch.results.has(event.result.requestId)) return;
      batch.results.set(event.result.requestId, event.result);
      const results = batch.calls.flatMap((call) => batch.results.get(call.requestId) ?? []);
      const isFirst = batch.results.size === 1;
      const step = state.entries.findLastIndex(({ message }) => message.kind === 'assistant');
      state.entries.splice(step + 1, isFirst ? 0 : 1, { seq: batch.seq, message: { kind: 'results', results } });
      if (batch.results.size === batch.calls.length) state.batch = null;
      return;
    }
    case 'conversation.compacted': {
      const kept = state.entries.filter((entry) => entry.seq > event.upTo);
      state.entries = [{ seq: event.upTo, message: { kind: 'summary', text: event.summary } }, ...kept];
      return;
    }
    default:
      return;
  }
}

/** What the model reads when it acts for `principal`: everyone else's words are marked as quarantined. */
export function transcriptFor(state: TranscriptState, principal: Person): readonly TranscriptMessage[] {
  return state.entries.map(({ message }) => {
    if (message.kind !== 'user') return message;
    const theirs = message.author !== null && samePerson(message.author, principal);
    return theirs ? message : { ...message, quarantined: true };
  });
}

/** The calls of the last step that have no result yet, in call order. */
export const openCalls = ({ batch }: TranscriptState): readonly ProposedCall[] =>
  batch === null ? [] : batch.calls.filter((call) => !batch.results.has(call.requestId));
