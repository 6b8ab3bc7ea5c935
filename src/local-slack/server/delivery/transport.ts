import type { JsonObject } from '../json.ts';

/** Slack's words for why an event is sent again. */
export type RetryReason = 'http_timeout' | 'http_error' | 'connection_failed' | 'unknown_error';

export interface Retry {
  /** 1 to 3. */
  readonly num: number;
  readonly reason: RetryReason;
}

export type Attempt =
  | { readonly kind: 'acked' }
  | { readonly kind: 'failed'; readonly reason: RetryReason; readonly mayRetry: boolean }
  /** There is nobody to send it to yet; it does not count as an attempt. */
  | { readonly kind: 'unreachable' };

export type Answer =
  | { readonly kind: 'answered'; readonly body: JsonObject | undefined }
  /** The app did not answer within three seconds, or could not: the person sees a warning triangle. */
  | { readonly kind: 'unanswered'; readonly reason: string };

/** What a person did that the app must answer at once. Slack never sends these twice. */
export type Question = 'interactive' | 'slash_commands';

export interface Transport {
  deliverEvent(payload: JsonObject, retry: Retry | undefined): Promise<Attempt>;
  ask(kind: Question, payload: JsonObject): Promise<Answer>;
  close(): Promise<void>;
}

/** Slack gives an app three seconds for everything. */
export const ACK_DEADLINE_MS = 3_000;
