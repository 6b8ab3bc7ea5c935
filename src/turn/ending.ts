import type { FailureKind, TurnEnd } from '../domain/event.ts';
import type { OutcomeQuestion, PendingApproval, TurnFailure } from './result.ts';

/** How a run ends. Every stage of the loop either hands on its product or returns one of these. */
export type Ending =
  | { readonly kind: 'finished'; readonly end: TurnEnd }
  | {
      readonly kind: 'paused';
      readonly approvals: readonly PendingApproval[];
      readonly questions: readonly OutcomeQuestion[];
    }
  | { readonly kind: 'failed'; readonly failure: TurnFailure }
  | { readonly kind: 'stopped' };

/** The stage is done and the loop goes on with the next one. */
export interface GoOn {
  readonly kind: 'go-on';
}

export const goOn: GoOn = { kind: 'go-on' };
export const stopped: Ending = { kind: 'stopped' };

export const finished = (end: TurnEnd): Ending => ({ kind: 'finished', end });

/** A failure that running again unchanged would only repeat, unless said otherwise. */
export const failed = (
  kind: FailureKind,
  message: string,
  errors: readonly unknown[] = [],
  retryable = false,
): Ending => ({ kind: 'failed', failure: { kind, message, retryable, errors } });
