import type { Method } from './methods.ts';

export type CallArgs = Readonly<Record<string, unknown>>;

/** What came of one call. Only `unknown` leaves open whether Slack did it. */
export type CallOutcome =
  | { readonly kind: 'ok'; readonly body: unknown }
  /** Slack said no. `details` are its notes on the arguments; they may quote contents, so they are never logged. */
  | { readonly kind: 'refused'; readonly code: string; readonly details: readonly string[] }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number }
  | {
      readonly kind: 'unknown';
      readonly why: 'timeout' | 'network' | 'http' | 'unreadable' | 'slack-fault' | 'no-token';
    };

/** One workspace's Web API as the bot uses it. Never rejects. */
export interface SlackApi {
  call(method: Method, args: CallArgs): Promise<CallOutcome>;
}

/** The code worth logging for anything but success. */
export function codeOf(outcome: Exclude<CallOutcome, { kind: 'ok' }>): string {
  switch (outcome.kind) {
    case 'refused':
      return outcome.code;
    case 'rate-limited':
      return 'rate_limited';
    case 'unknown':
      return outcome.why;
  }
}
