import type { DomainEvent } from '../../domain/event.ts';
import { StoreError } from '../../ports/store.ts';
import { currentVersion } from './upcasts.ts';

/** An event in its stored form, before it has a place. */
export interface EncodedEvent {
  readonly type: string;
  readonly version: number;
  /** JSON text; a lone surrogate is written as an escape, so the text is always well-formed. */
  readonly body: string;
}

/** In UTF-16 units. Above any tool result or reply the turn's own limits let through; far below what the databases take. */
export const MAX_BODY_LENGTH = 16 * 1024 * 1024;

/** The stored form of an event. What we made ourselves is trusted: only its size is checked. */
export function encodeEvent(event: DomainEvent): EncodedEvent {
  const body = JSON.stringify(event);
  if (body.length > MAX_BODY_LENGTH) {
    throw new StoreError('event-too-large', `${event.type} has ${body.length} characters of ${MAX_BODY_LENGTH}`);
  }
  return { type: event.type, version: currentVersion(event.type), body };
}
