import type { ApproverRule } from './approver-rule.ts';
import type { AttachedFile } from './attached-file.ts';
import type { CallIdentity, ProposedCall } from './call.ts';
import type { Capability } from './capability.ts';
import type { CardRef, SignedDecision } from './decision.ts';
import type { EffectKind } from './effect.ts';
import type { Elicitation } from './elicitation.ts';
import type { SignedElicitationAnswer } from './elicitation-answer.ts';
import type { ApprovalId, RequestId, TurnId } from './ids.ts';
import type { Media } from './media.ts';
import type { SignedMutation } from './mutation.ts';
import type { Person } from './person.ts';
import type { SignedRevocation } from './revocation.ts';
import type { SignedTombstone } from './tombstone.ts';

/** Tokens over all provider requests of a step, as the provider counted them; 0 when it did not say. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
}

/** Why a model request ended. */
export type StepStop = 'end' | 'tool-calls' | 'length' | 'content-filter' | 'other';

/** Why a call has the result it has. Everything but `succeeded` and `failed` was never run by us, or may not have been. */
export type ResultOutcome =
  | 'succeeded'
  | 'failed'
  | 'denied'
  | 'refused'
  | 'not-found'
  | 'invalid'
  | 'expired'
  | 'cancelled'
  | 'unknown';

/** What the model reads for one call. */
export interface CallResult {
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly outcome: ResultOutcome;
  readonly text: string;
  /** The text comes from outside and must not be obeyed; taints the conversation. */
  readonly quarantined: boolean;
  /** Pictures and the like that the text names; absent: none. */
  readonly media?: readonly Media[];
}

/** What let a call run. */
export type DispatchGround =
  | { readonly kind: 'ungated' }
  | { readonly kind: 'approved'; readonly approvalId: ApprovalId }
  | { readonly kind: 'granted'; readonly grant: ApprovalId };

/** Where untrusted content came from; named on cards. */
export type TaintSource =
  | { readonly kind: 'tool-result'; readonly toolName: string }
  | { readonly kind: 'participant'; readonly person: Person }
  | { readonly kind: 'thread-history' }
  | { readonly kind: 'attachment' }
  | { readonly kind: 'web-search' }
  | { readonly kind: 'unreadable-history' };

export type FailureKind = 'model' | 'tool-errors' | 'invalid-call' | 'denials' | 'configuration' | 'hook' | 'internal';

/** How a turn failed. `message` is for the host's log, never for Slack. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
}

export type TurnEnd = StepStop | 'max-steps' | 'repeated-denial' | 'hook-stop' | 'unrun-calls';

/** An asked question about one call: everything its card shows and its decision binds. */
export interface ApprovalRequest {
  readonly approvalId: ApprovalId;
  readonly turnId: TurnId;
  readonly call: CallIdentity;
  /** A policy rewrite made before asking; null when the proposal itself would run. */
  readonly effectiveArgsJson: string | null;
  readonly injectedContext: string | null;
  /** Our registry's name for the tool, for people. */
  readonly title: string;
  /** Empty for an ordinary gate; plain language for a containment escalation. */
  readonly reason: string;
  readonly missing: readonly Capability[];
  readonly required: readonly Capability[];
  /** What the sandbox would have said, when that is why we ask. */
  readonly sandbox: string | null;
  readonly toolDefHash: string;
  readonly effect: EffectKind;
  readonly cacheable: boolean;
  readonly destructive: boolean;
  readonly principal: Person;
  readonly approvers: ApproverRule;
  readonly grantBy: 'requester' | 'approver';
  readonly grantTtlMs: number;
  readonly taint: TaintSource | null;
  /**
   * Whether people of another organisation were in the place when this was asked; null where nobody could say, absent in
   * older logs. Approvals do not count where they came in afterwards.
   */
  readonly sharedWhenAsked?: boolean | null;
  readonly requestedAt: number;
  readonly expiresAt: number;
  readonly remindAt: number | null;
  /** A place to post again when nobody answers; the surface's word for it. */
  readonly escalateTo: string | null;
  /** The card this call was asked on before, with other arguments or an older definition. */
  readonly earlier: ApprovalId | null;
}

export type ClickRefusal =
  | 'not-an-approver'
  | 'requester-may-not-decide'
  | 'guest'
  | 'stranger'
  | 'bot'
  | 'deactivated'
  | 'other-team'
  | 'unknown-person'
  | 'lookup-failed'
  | 'already-endorsed'
  | 'may-not-remember'
  | 'may-not-edit'
  | 'needs-full-view'
  | 'wrong-card'
  /** Somebody was faster, or time was. */
  | 'already-settled'
  /** Nothing was ever asked under this id. */
  | 'unknown-approval'
  /** The permission is somebody else's. */
  | 'not-yours'
  /** It could not be handled, and the person was told that nothing came of it. */
  | 'gave-up'
  /** The place was opened to another organisation after the question was asked. */
  | 'place-shared';

export type OutcomeAnswer = 'ran' | 'run-again' | 'give-up';

/** Past facts of one conversation. Names are `noun.past`; nothing is ever changed or removed. */
export type DomainEvent =
  | {
      readonly type: 'message.received';
      /** The surface's identity of the message; the same one twice is one message. */
      readonly messageId: string;
      readonly author: Person;
      readonly text: string;
      /** Asks for an answer (mention, DM, the principal's follow-up). */
      readonly addressed: boolean;
      /** Which persona should answer; null for the default. */
      readonly persona: string | null;
    }
  | {
      readonly type: 'content.quarantined';
      readonly source: TaintSource;
      readonly author: Person | null;
      readonly text: string;
    }
  /** A file put beside words: untrusted, and kept by reference only. */
  | { readonly type: 'file.attached'; readonly author: Person | null; readonly file: AttachedFile }
  | {
      readonly type: 'turn.started';
      readonly turnId: TurnId;
      readonly principal: Person;
      /** Messages this turn answers, by messageId; empty when it resumes a paused one. */
      readonly takes: readonly string[];
      readonly epoch: number;
      readonly persona: string | null;
    }
  | {
      readonly type: 'step.accepted';
      readonly turnId: TurnId;
      readonly text: string;
      readonly calls: readonly ProposedCall[];
      readonly usage: Usage;
      readonly stop: StepStop;
      /** The provider searched the web for this answer. */
      readonly grounded: boolean;
      /** Opaque provider data that must be sent back with this step (reasoning signatures); JSON text. */
      readonly providerState: string | null;
    }
  | { readonly type: 'turn.paused'; readonly turnId: TurnId; readonly approvals: readonly ApprovalId[] }
  | { readonly type: 'turn.finished'; readonly turnId: TurnId; readonly end: TurnEnd }
  | { readonly type: 'turn.failed'; readonly turnId: TurnId; readonly failure: Failure }
  | { readonly type: 'turn.stopped'; readonly turnId: TurnId; readonly by: Person | null }
  | { readonly type: 'turn.parked'; readonly turnId: TurnId; readonly attempts: number }
  /** What was approved does not run yet: whether its approvers may still decide could not be looked up. */
  | { readonly type: 'turn.deferred'; readonly turnId: TurnId; readonly because: 'lookup-failed' }
  | { readonly type: 'stop.requested'; readonly by: Person }
  | { readonly type: 'retry.requested'; readonly by: Person }
  | { readonly type: 'approval.requested'; readonly request: ApprovalRequest }
  | { readonly type: 'card.posted'; readonly approvalId: ApprovalId; readonly card: CardRef }
  | { readonly type: 'approval.endorsed'; readonly signed: SignedDecision }
  | { readonly type: 'approval.decided'; readonly signed: SignedDecision }
  | { readonly type: 'approval.expired'; readonly approvalId: ApprovalId }
  | { readonly type: 'approval.superseded'; readonly approvalId: ApprovalId; readonly messageId: string }
  | {
      readonly type: 'approval.cancelled';
      readonly approvalId: ApprovalId;
      readonly by: Person | null;
      readonly because: string;
    }
  | { readonly type: 'approval.reminded'; readonly approvalId: ApprovalId }
  | { readonly type: 'approval.escalated'; readonly approvalId: ApprovalId; readonly to: string }
  | {
      readonly type: 'approval.extended';
      readonly approvalId: ApprovalId;
      readonly by: Person;
      readonly expiresAt: number;
    }
  | {
      readonly type: 'click.refused';
      /** As the button named it, known or not; null for a button that names no card (Stop, Retry). */
      readonly approvalId: ApprovalId | null;
      readonly person: Person;
      readonly action: string;
      readonly because: ClickRefusal;
    }
  | {
      /** The intent: durable before the tool is called. */
      readonly type: 'tool.dispatched';
      readonly turnId: TurnId;
      readonly call: CallIdentity;
      /** What is handed to the tool: the proposal, an edit or a rewrite. */
      readonly effectiveArgsJson: string;
      readonly toolDefHash: string;
      readonly effect: EffectKind;
      /** The same for every attempt of this occurrence. */
      readonly idempotencyKey: string;
      readonly epoch: number;
      readonly ground: DispatchGround;
    }
  | { readonly type: 'tool.completed'; readonly turnId: TurnId; readonly result: CallResult }
  | {
      readonly type: 'outcome.questioned';
      readonly approvalId: ApprovalId;
      readonly requestId: RequestId;
      readonly toolName: string;
    }
  | {
      readonly type: 'outcome.answered';
      readonly approvalId: ApprovalId;
      readonly requestId: RequestId;
      readonly answer: OutcomeAnswer;
      readonly by: Person;
    }
  | { readonly type: 'elicitation.asked'; readonly asked: Elicitation }
  | { readonly type: 'elicitation.answered'; readonly signed: SignedElicitationAnswer }
  | { readonly type: 'elicitation.expired'; readonly approvalId: ApprovalId }
  | { readonly type: 'mutation.recorded'; readonly signed: SignedMutation }
  | { readonly type: 'grant.revoked'; readonly signed: SignedRevocation }
  | {
      /** A decision in the log that does not count. */
      readonly type: 'decision.rejected';
      readonly approvalId: ApprovalId;
      /** Who is said to have decided; absent in older logs. */
      readonly person?: Person;
      readonly because: string;
    }
  | { readonly type: 'taint.cleared'; readonly by: Person }
  /** Messages up to and including `upTo` (a log position) are read as `summary` from now on. */
  | { readonly type: 'conversation.compacted'; readonly summary: string; readonly upTo: number }
  /** Everything before this event was removed because it had been at rest for long; nothing of it holds any more. */
  | { readonly type: 'conversation.pruned'; readonly signed: SignedTombstone };

export type EventType = DomainEvent['type'];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

/** An event at its place in the log. `seq` counts from 1, or a pruned log's tombstone, without gaps; `at` is ms since the epoch. */
export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  readonly event: DomainEvent;
}
