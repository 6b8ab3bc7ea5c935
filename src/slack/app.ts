import { App, type Receiver, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from '../ports/logger.ts';
import type { Received } from './intake/intake.ts';
import { makeSdkLogger } from './sdk-logger.ts';

export interface SlackApp {
  /** For `register…(bolt)` only. */
  readonly bolt: App;
  /** Runs the listeners for what was received. Rejects when one failed: nobody else heard of it. */
  route(received: Received, ack: (payload?: unknown) => Promise<void>): Promise<void>;
}

/**
 * The Bolt app. It routes what it is given to listeners; it does not receive: acknowledging before a delivery is
 * durable, as Bolt's own receivers do, would lose it in a crash. `slackApiUrl` also redirects Bolt's own client.
 */
export function makeApp(parts: {
  readonly receiver: Receiver;
  /** Learns from a delivery, before its listeners run. */
  readonly note: (body: Received['body']) => Promise<void>;
  readonly slackApiUrl: string;
  readonly logger: Logger;
}): SlackApp {
  const { logger } = parts;
  const bolt = new App({
    receiver: parts.receiver,
    // Listeners find their token by where a conversation is. Who pressed may belong to a workspace we are not in.
    authorize: () => Promise.resolve({}),
    clientOptions: { slackApiUrl: parts.slackApiUrl, retryConfig: { retries: 0 }, timeout: 2_000 },
    logger: makeSdkLogger(logger, 'bolt'),
    // Which messages are ours is read from the payload: Bolt's own filter lets edits of our messages through.
    ignoreSelf: false,
    convoStore: false,
  });
  bolt.error((error) => {
    logger.error({ code: error.code }, 'a Slack listener failed');
    return Promise.reject(error);
  });
  return {
    bolt,
    async route({ body, retry }, ack) {
      await parts.note(body);
      const event: ReceiverEvent = { body: { ...body }, retryNum: retry, ack };
      await bolt.processEvent(event);
    },
  };
}
