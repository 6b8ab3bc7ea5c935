import type { DomainEvent, EventType } from './event.ts';

/**
 * Events that a power cut may take back without loss, for as long as nothing durable was written after them: a message
 * is still in the inbox, a turn starts again, a model is asked again, a posted card is found by its name. Whatever has
 * an effect outside (a question, a decision, an intent, a result, an end) is written after them and takes them along.
 */
const REPEATABLE: ReadonlySet<EventType> = new Set([
  'message.received',
  'content.quarantined',
  'turn.started',
  'step.accepted',
  'card.posted',
]);

export const areRepeatable = (events: readonly DomainEvent[]): boolean =>
  events.every(({ type }) => REPEATABLE.has(type));
