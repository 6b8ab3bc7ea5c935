import type { Ending } from '../ending.ts';
import type { OutcomeQuestion, PendingApproval } from '../result.ts';

/** What taking the calls of one batch has come to so far. */
export interface Round {
  /** What failing calls raised, in the order they ended. */
  readonly failures: unknown[];
  successes: number;
  readonly approvals: PendingApproval[];
  readonly questions: OutcomeQuestion[];
  /** Set once nothing more of the batch may start, and why. */
  halt: Ending | null;
  /** A tool asked to end the turn with its result. */
  endsTurn: boolean;
  /** One call of the batch asks, so by configuration all of them do. */
  readonly asksTogether: boolean;
}

export const emptyRound = (asksTogether: boolean): Round => ({
  failures: [],
  successes: 0,
  approvals: [],
  questions: [],
  halt: null,
  endsTurn: false,
  asksTogether,
});
