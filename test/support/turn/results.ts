import type { CallResult, DomainEvent, EventOf, EventType } from '../../../src/domain/event.ts';
import type { TranscriptMessage } from '../../../src/domain/transcript.ts';

/** All results in a transcript, in the order they stand. */
export const resultsIn = (messages: readonly TranscriptMessage[]): readonly CallResult[] =>
  messages.flatMap((message) => (message.kind === 'results' ? message.results : []));

export const textsIn = (messages: readonly TranscriptMessage[]): readonly string[] =>
  resultsIn(messages).map(({ text }) => text);

export const outcomesIn = (messages: readonly TranscriptMessage[]): readonly string[] =>
  resultsIn(messages).map(({ outcome }) => outcome);

export const kindsIn = (messages: readonly TranscriptMessage[]): readonly string[] => messages.map(({ kind }) => kind);

export function eventsOf<T extends EventType>(events: readonly DomainEvent[], type: T): readonly EventOf<T>[] {
  const isOf = (event: DomainEvent): event is EventOf<T> => event.type === type;
  return events.filter(isOf);
}
