import type { ResultOutcome } from '../domain/event.ts';
import type { RequestId } from '../domain/ids.ts';

/** Progress of a turn, forwarded as it happens. */
export type TurnStreamEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'tool-started'; readonly requestId: RequestId; readonly title: string }
  | {
      readonly kind: 'tool-ended';
      readonly requestId: RequestId;
      readonly title: string;
      readonly outcome: ResultOutcome;
    }
  | { readonly kind: 'sources'; readonly sources: readonly { readonly url: string; readonly title: string | null }[] };

export interface StreamSink {
  push(event: TurnStreamEvent): void;
}
