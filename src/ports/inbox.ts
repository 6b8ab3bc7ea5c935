/** Something Slack told us, kept before it is acknowledged. */
export interface Envelope {
  /** Slack's identity of the delivery (event_id), or a hash of an interactive payload. */
  readonly key: string;
  readonly kind: 'event' | 'action' | 'view' | 'command' | 'shortcut';
  /** JSON text as received, less what must not be stored (tokens, response urls). */
  readonly body: string;
  readonly receivedAt: number;
}

export interface InboxItem extends Envelope {
  readonly attempts: number;
}

/**
 * What has been acked and not yet handled. `store` resolving means durable; rejecting means do not ack.
 * Items come back in the order they arrived until `done`; keys are remembered for at least 24 hours.
 */
export interface Inbox {
  store(envelope: Envelope): Promise<'stored' | 'duplicate'>;
  pending(limit: number): Promise<readonly InboxItem[]>;
  done(key: string): Promise<void>;
  /** Comes back no earlier than `retryAt`, with one attempt more unless the store was away: that says nothing about the item. */
  postpone(key: string, retryAt: number, why: 'failed' | 'outage'): Promise<void>;
}
