import type { StoredEvent, TaintSource } from './event.ts';
import { type Person, personKey } from './person.ts';

/** Untrusted content seen so far. Only grows, except by an audited act of a person. */
export interface TaintState {
  sources: TaintSource[];
  /** Everyone whose words are in the transcript; for each principal, all the others are untrusted. */
  readonly authors: Map<string, Person>;
  readonly waiting: Map<string, Person>;
}

export const emptyTaint = (): TaintState => ({ sources: [], authors: new Map(), waiting: new Map() });

/** Takes one event of the full log into the fold; compaction, edits and deletions do not reach it. */
export function evolveTaint(state: TaintState, { event }: StoredEvent): void {
  switch (event.type) {
    case 'message.received':
      state.waiting.set(event.messageId, event.author);
      return;
    case 'turn.started':
      for (const id of event.takes) {
        const author = state.waiting.get(id);
        if (author === undefined) continue;
        state.waiting.delete(id);
        state.authors.set(personKey(author), author);
      }
      return;
    case 'content.quarantined':
      state.sources.push(event.source);
      return;
    case 'file.attached':
      state.sources.push({ kind: 'attachment' });
      return;
    case 'step.accepted':
      if (event.grounded) state.sources.push({ kind: 'web-search' });
      return;
    case 'tool.completed':
      if (event.result.quarantined) state.sources.push({ kind: 'tool-result', toolName: event.result.toolName });
      return;
    case 'taint.cleared':
      state.sources = [];
      state.authors.clear();
      return;
    case 'conversation.pruned':
      if (event.signed.tombstone.tainted) state.sources.push({ kind: 'unreadable-history' });
      return;
    default:
      return;
  }
}

/** Whether anything untrusted is in the conversation, whoever it acts for. */
export const isTainted = ({ sources, authors }: TaintState): boolean => sources.length > 0 || authors.size > 1;

/** The first thing that makes this conversation untrusted when it acts for `principal`; null while it is clean. */
export function taintFor(state: TaintState, principal: Person): TaintSource | null {
  const [source] = state.sources;
  if (source !== undefined) return source;
  const own = personKey(principal);
  for (const [key, person] of state.authors) {
    if (key !== own) return { kind: 'participant', person };
  }
  return null;
}
