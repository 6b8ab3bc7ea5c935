import type { Body } from './payloads/common.ts';
import { readEvent, type SlackEvent } from './payloads/events.ts';
import { type Press, readPress } from './payloads/interactions.ts';

/** What a delivery is, before anybody handles it: enough to store it, order it, or let it pass. */
export type Payload =
  | { readonly kind: 'event'; readonly id: string; readonly event: SlackEvent }
  | { readonly kind: 'press'; readonly press: Press }
  /** Answered while somebody looks at the screen: forms, options, commands, shortcuts. */
  | { readonly kind: 'live'; readonly name: string }
  | { readonly kind: 'unsupported'; readonly name: string };

const LIVE: ReadonlySet<string> = new Set(['view_submission', 'block_suggestion', 'message_action']);

/** Reads the outside of any delivery. Never throws; what it does not know is `unsupported`. */
export function readPayload(body: Body): Payload {
  const type = typeof body['type'] === 'string' ? body['type'] : null;
  if (type === 'event_callback') {
    const id = body['event_id'];
    if (typeof id !== 'string' || id === '') return { kind: 'unsupported', name: 'event without an id' };
    return { kind: 'event', id, event: readEvent(body) };
  }
  if (type === 'block_actions') {
    const press = readPress(body);
    return press === null ? { kind: 'unsupported', name: 'malformed press' } : { kind: 'press', press };
  }
  if (type !== null && LIVE.has(type)) return { kind: 'live', name: type };
  if (type === null && typeof body['command'] === 'string') return { kind: 'live', name: 'command' };
  return { kind: 'unsupported', name: type ?? 'untyped' };
}
