import type { ApprovalId, TurnId } from './ids.ts';

/** What can be owed to Slack, spelled as outbox keys. The words after the colon are ids, never content. */
export type OwedKey =
  /** The card of this approval shows what the log says. */
  | `card:${string}`
  /** The card that asks whether a tool ran shows what the log says. */
  | `outcome:${string}`
  /** The card of a server's question shows what the log says. */
  | `elicitation:${string}`
  /** Everything this turn said is visible. */
  | `answer:${string}`
  /** People see how this turn ended when it did not end with an answer (failed, stopped, parked, superseded). */
  | `ending:${string}`
  /** People see that a message waits until what this paused turn asked is answered. */
  | `waiting:${string}`
  /** People see that what was approved cannot run yet. */
  | `deferred:${string}`
  /** A reminder or escalation for this approval was posted. */
  | `nudge:${string}`;

export const owedCard = (id: ApprovalId): OwedKey => `card:${id}`;
export const owedOutcome = (id: ApprovalId): OwedKey => `outcome:${id}`;
export const owedElicitation = (id: ApprovalId): OwedKey => `elicitation:${id}`;
export const owedAnswer = (id: TurnId): OwedKey => `answer:${id}`;
export const owedEnding = (id: TurnId): OwedKey => `ending:${id}`;
export const owedWaiting = (id: TurnId): OwedKey => `waiting:${id}`;
export const owedDeferred = (id: TurnId): OwedKey => `deferred:${id}`;
export const owedNudge = (id: ApprovalId): OwedKey => `nudge:${id}`;
