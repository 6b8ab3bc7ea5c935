import type { CallIdentity } from '../domain/call.ts';
import type { ResultOutcome, StepStop, Usage } from '../domain/event.ts';
import type { ConversationId, RequestId, TurnId } from '../domain/ids.ts';
import type { TranscriptMessage } from '../domain/transcript.ts';
import type { ToolChoice } from '../ports/model.ts';
import type { RequestPatch } from './request-patch.ts';

/** Code of the host that may steer a turn, in registration order. Throwing, or an action the event has not, stops the turn without executing. */
export interface Hook {
  readonly name: string;
  /** Before each model request; sees the baseline, not what earlier hooks patched. */
  completionCall?(event: CompletionCallEvent): CompletionCallAction | Promise<CompletionCallAction>;
  /** Before a valid call is judged. A decided call is not offered again: what runs is what was shown. */
  toolCall?(event: ToolCallEvent): ToolCallAction | Promise<ToolCallAction>;
  /** After a call ran or was skipped, before its result is durable or seen. */
  toolResult?(event: ToolResultEvent): ToolResultAction | Promise<ToolResultAction>;
  /** For a call to a tool that is unknown, filtered out or forbidden in this step. */
  invalidToolCall?(event: InvalidToolCallEvent): InvalidToolCallAction | Promise<InvalidToolCallAction>;
  /** Before the delta is forwarded. Synchronous: it runs for every token. */
  textDelta?(event: TextDeltaEvent): DeltaAction;
  toolCallDelta?(event: ToolCallDeltaEvent): DeltaAction;
  /** After each reply that needed no recovery, before it is accepted. */
  stepFinished?(event: StepFinishedEvent): StepFinishedAction | Promise<StepFinishedAction>;
}

/** Stacks nest; a nested one behaves as if its hooks stood in its place. */
export type HookStack = readonly (Hook | HookStack)[];

/** Where in a turn an event happened. `step` counts model requests of this run from 1. */
export interface HookPlace {
  readonly conversation: ConversationId;
  readonly turnId: TurnId;
  readonly step: number;
}

export interface CompletionCallEvent extends HookPlace {
  readonly messages: readonly TranscriptMessage[];
}

export interface ToolCallEvent extends HookPlace {
  readonly call: CallIdentity;
  /** What would run: the proposal, or what an earlier hook made of it. Canonical. */
  readonly argsJson: string;
}

export interface ToolResultEvent extends HookPlace {
  readonly call: CallIdentity;
  readonly effectiveArgsJson: string;
  readonly outcome: ResultOutcome;
  /** What the model would read: the tool's text, or what an earlier hook made of it. */
  readonly text: string;
  readonly rawText: string;
}

export interface InvalidToolCallEvent extends HookPlace {
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly because: 'unknown' | 'filtered-out' | 'forbidden';
  readonly availableTools: readonly string[];
  readonly allowedTools: readonly string[];
  readonly toolChoice: ToolChoice;
}

export interface TextDeltaEvent extends HookPlace {
  readonly delta: string;
}

export interface ToolCallDeltaEvent extends HookPlace {
  readonly providerCallId: string;
  readonly toolName: string;
  readonly delta: string;
}

export interface StepFinishedEvent extends HookPlace {
  readonly text: string;
  readonly calls: number;
  readonly stop: StepStop;
  readonly usage: Usage;
  /** As sent, after patches. */
  readonly maxTokens: number | null;
}

interface Continue {
  readonly kind: 'continue';
}
interface Stop {
  readonly kind: 'stop';
  readonly reason: string;
}

export type CompletionCallAction = Continue | Stop | { readonly kind: 'patch'; readonly patch: RequestPatch };

/** `rewrite`: other arguments (any JSON text of an object), a note the model reads beside the result, or both. */
export type ToolCallAction =
  | Stop
  | { readonly kind: 'run' }
  | { readonly kind: 'rewrite'; readonly argsJson?: string; readonly injectedContext?: string }
  /** The reason is the tool result, verbatim; nothing runs. */
  | { readonly kind: 'skip'; readonly reason: string };

export type ToolResultAction = Stop | { readonly kind: 'keep' } | { readonly kind: 'rewrite'; readonly text: string };

/** `defer` leaves it to later hooks; when all defer, an unknown tool is answered as not found and any other call fails the turn. */
export type InvalidToolCallAction =
  | Stop
  | { readonly kind: 'defer' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'retry'; readonly feedback: string }
  | { readonly kind: 'repair'; readonly toolName: string }
  | { readonly kind: 'skip'; readonly reason: string };

export type DeltaAction = Continue | Stop;

/** `retry` only where no tool was called; with feedback the reply is kept and the feedback follows it. */
export type StepFinishedAction = Continue | Stop | { readonly kind: 'retry'; readonly feedback: string | null };
