/** One thing Slack sent us, verified to come from Slack and read as JSON, not yet looked at. */
export interface Received {
  readonly body: Readonly<Record<string, unknown>>;
  /** 0 for the first delivery. */
  readonly retry: number;
}

/** What Slack is told: `ack` with a body where one is wanted, or nothing that it would take for an ack. */
export type Reply =
  | { readonly kind: 'ack'; readonly payload: unknown }
  /** Not ours yet: over HTTP a 500, over a socket silence. Slack delivers events again. */
  | { readonly kind: 'refuse' };

export type Intake = (received: Received) => Promise<Reply>;

export const plainAck: Reply = { kind: 'ack', payload: undefined };
