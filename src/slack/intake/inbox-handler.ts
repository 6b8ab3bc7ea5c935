import { z } from 'zod';
import type { InboxItem } from '../../ports/inbox.ts';
import type { SlackApp } from '../app.ts';
import { readPayload } from '../payloads.ts';

const bodyShape = z.record(z.string(), z.unknown());

/** Hands a stored delivery to its listener. It was acked long ago, so there is nothing to ack. */
export const makeInboxHandler =
  (app: Pick<SlackApp, 'route'>) =>
  async (item: InboxItem): Promise<void> => {
    await app.route({ body: bodyOf(item), retry: item.attempts }, () => Promise.resolve());
  };

/**
 * What an item has to wait for: messages of one thread for each other, in the order they were written; presses of one
 * message likewise. A Stop waits for nothing, least of all for the turn it is to stop.
 */
export function placeOf(item: InboxItem): { readonly lane: string; readonly order: string } {
  const alone = { lane: item.key, order: '' };
  const payload = readPayload(bodyOf(item));
  if (payload.kind === 'press') {
    const { message, actionTs } = payload.press;
    return message === null ? alone : { lane: `press:${message.channel}:${message.ts}`, order: actionTs };
  }
  if (payload.kind !== 'event' || payload.event.kind !== 'message') return alone;
  const { channel, ts, threadTs } = payload.event.message;
  return { lane: `thread:${channel}:${threadTs ?? ts}`, order: ts };
}

export function bodyOf(item: InboxItem): Readonly<Record<string, unknown>> {
  try {
    return bodyShape.parse(JSON.parse(item.body));
  } catch {
    return {};
  }
}
