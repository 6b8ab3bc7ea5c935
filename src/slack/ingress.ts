import type { Inbox } from '../ports/inbox.ts';
import type { Logger } from '../ports/logger.ts';
import { handlingOf } from './action-ids.ts';
import { type Intake, plainAck, type Received, type Reply } from './intake/intake.ts';
import { eventEnvelope, pressEnvelope } from './intake/storable.ts';
import { readPayload } from './payloads.ts';
import { type Timers, within } from './web/timers.ts';

export interface IngressParts {
  readonly inbox: Inbox;
  /** Bolt: routes what cannot wait to its listener, which acks through `ack`. */
  readonly route: (received: Received, ack: (payload?: unknown) => Promise<void>) => Promise<void>;
  /** Something new is in the inbox. */
  readonly onStored: () => void;
  readonly logger: Logger;
  readonly timers: Timers;
}

/** People see a warning after three seconds; a listener that has not answered by now gets a plain ack in its place. */
const LIVE_ACK_WITHIN_MS = 2_500;

/**
 * The one way in. What changes anything is stored, then acknowledged; if it cannot be stored Slack hears nothing
 * and delivers again. What needs an answer on the screen is routed at once. The rest is acked and forgotten, so that
 * nobody sees a warning for a button we no longer know.
 */
export function makeIngress(parts: IngressParts): Intake {
  const { inbox, logger, timers } = parts;

  const store = async (envelope: Parameters<Inbox['store']>[0]): Promise<Reply> => {
    try {
      const kept = await inbox.store(envelope);
      if (kept === 'stored') parts.onStored();
      return plainAck;
    } catch {
      logger.error({ kind: envelope.kind }, 'could not keep what Slack sent; it was not acknowledged');
      return { kind: 'refuse' };
    }
  };

  const live = async (received: Received): Promise<Reply> => {
    const answered = new Promise<Reply>((resolve) => {
      const ack = (payload?: unknown): Promise<void> => {
        resolve({ kind: 'ack', payload });
        return Promise.resolve();
      };
      parts.route(received, ack).then(
        () => resolve(plainAck),
        () => resolve(plainAck),
      );
    });
    return await within(timers, LIVE_ACK_WITHIN_MS, answered, plainAck);
  };

  return async (received) => {
    const { body } = received;
    const payload = readPayload(body);
    switch (payload.kind) {
      case 'event':
        if (payload.event.kind === 'not-for-us' || payload.event.kind === 'unsupported') return plainAck;
        return await store(eventEnvelope(payload.id, body, timers.now()));
      case 'press': {
        const handling = handlingOf(payload.press.actionId);
        if (handling === 'stored') return await store(pressEnvelope(payload.press, body, timers.now()));
        return await live(received);
      }
      case 'live':
        return await live(received);
      case 'unsupported':
        logger.debug({ name: payload.name }, 'Slack sent something we do not handle');
        return plainAck;
    }
  };
}
