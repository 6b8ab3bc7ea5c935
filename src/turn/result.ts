import type { Capability } from '../domain/capability.ts';
import type { EffectKind } from '../domain/effect.ts';
import type { Failure, StepStop, TaintSource, TurnEnd, Usage } from '../domain/event.ts';
import type { ApprovalId, RequestId, TurnId } from '../domain/ids.ts';
import type { TranscriptMessage } from '../domain/transcript.ts';

/** A gated call that waits for a person: everything its card needs from the turn. */
export interface PendingApproval {
  readonly approvalId: ApprovalId;
  readonly turnId: TurnId;
  readonly requestId: RequestId;
  readonly toolName: string;
  /** The model's proposal, canonical. Part of the identity whatever runs in its place. */
  readonly argsJson: string;
  /** What will run instead: a recorded rewrite, or an earlier edit that has to be asked again. Null: the proposal. */
  readonly effectiveArgsJson: string | null;
  readonly injectedContext: string | null;
  readonly title: string;
  /** Empty for an ordinary gate; plain language ("could …") for a containment escalation or a question asked again. */
  readonly reason: string;
  readonly missingCapabilities: readonly Capability[];
  readonly required: readonly Capability[];
  /** What the sandbox would have said, when that is why we ask. */
  readonly sandbox: string | null;
  readonly toolDefHash: string;
  readonly effect: EffectKind;
  readonly destructive: boolean;
  readonly cacheable: boolean;
  readonly taint: TaintSource | null;
  /** The card this call was asked on before, with other arguments or another definition. */
  readonly earlier: ApprovalId | null;
}

/** A tool that may not be run twice was started, and nobody knows whether it finished. */
export interface OutcomeQuestion {
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly title: string;
  readonly effectiveArgsJson: string;
  /** The card that asks already, or null when none was raised yet. */
  readonly question: ApprovalId | null;
}

/** A gated call nobody could be asked about. */
export interface UnattendedDenial {
  readonly requestId: RequestId;
  readonly toolName: string;
}

export interface TurnFailure extends Failure {
  /** Whether running the turn again may end better. */
  readonly retryable: boolean;
  /** Raw errors behind it, for the host; never for a model or a person. */
  readonly errors: readonly unknown[];
}

/** What every run leaves behind, however it ended. Everything in it is already in the journal. */
interface TurnYield {
  /** New messages of this run in transcript order; results that complete an earlier batch come first. */
  readonly messages: readonly TranscriptMessage[];
  /** Sum over all model requests of this run. */
  readonly usage: Usage;
  /** How the last step ended; null when no model request was made. */
  readonly stop: StepStop | null;
  /** Non-empty only when paused. */
  readonly pendingApprovals: readonly PendingApproval[];
  /** Non-empty only when paused. */
  readonly outcomeQuestions: readonly OutcomeQuestion[];
  readonly failure: TurnFailure | null;
  readonly deniedUnattended: readonly UnattendedDenial[];
  /** The provider searched the web for some step of this run. */
  readonly grounded: boolean;
  /** Decisions given to the run that matched no open call; to be reported, never dropped silently. */
  readonly unmatchedDecisions: readonly ApprovalId[];
  /** What tools threw, by request id; the model saw a generic text unless detailed errors are on. */
  readonly toolErrors: ReadonlyMap<RequestId, unknown>;
}

export type TurnResult = TurnYield &
  (
    | { readonly kind: 'finished'; readonly end: TurnEnd }
    /** Pending approvals or outcome questions are there, or both. */
    | { readonly kind: 'paused' }
    | { readonly kind: 'failed'; readonly failure: TurnFailure }
    | { readonly kind: 'stopped' }
  );
