import type { StepStop, Usage } from '../domain/event.ts';
import type { TranscriptMessage } from '../domain/transcript.ts';
import type { ToolSpec } from './tools.ts';

/** `stable-prefix`: system text and tool specs are byte-identical over the turn and may be cached by the provider. */
export type CacheHint = 'none' | 'stable-prefix';

export type ToolChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'none' }
  | { readonly kind: 'required' }
  | { readonly kind: 'specific'; readonly names: readonly string[] };

/** Text given to the model beside the transcript, untrusted or not as the caller says in it. */
export interface ContextDocument {
  readonly id: string;
  readonly text: string;
}

/** One request to a provider: everything it is sent, nothing implied. */
export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly toolChoice: ToolChoice;
  readonly messages: readonly TranscriptMessage[];
  readonly context: readonly ContextDocument[];
  readonly webSearch: boolean;
  readonly cacheHint: CacheHint;
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  /** Provider-specific parameters, merged by the adapter; null for none. Any JSON value. */
  readonly additionalParams: unknown;
}

/** What a provider sends, in order. `finish` comes last and once; nothing follows it. */
export type ModelPart =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  /** Arguments as they arrive, for hooks and displays only. */
  | {
      readonly type: 'tool-call-delta';
      readonly providerCallId: string;
      readonly toolName: string;
      readonly delta: string;
    }
  /** A complete call. `argumentsText` is the provider's raw text, not yet read. */
  | {
      readonly type: 'tool-call';
      readonly providerCallId: string;
      readonly toolName: string;
      readonly argumentsText: string;
    }
  /** A call the provider ran itself in this response: not ours to run. */
  | { readonly type: 'provider-tool-result'; readonly providerCallId: string }
  | { readonly type: 'source'; readonly url: string; readonly title: string | null }
  | {
      readonly type: 'finish';
      readonly stop: StepStop;
      readonly usage: Usage;
      readonly grounded: boolean;
      readonly providerState: string | null;
    };

/**
 * A language model. Streams one reply; the iterator ends after `finish`, or throws `ModelFailure`.
 * Aborting the signal ends the stream soon. Retries, where an adapter makes them, happen only before the first part.
 */
export interface Model {
  readonly name: string;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
}

export type ModelFailureKind =
  | 'rejected'
  | 'unauthorised'
  | 'rate-limited'
  | 'overloaded'
  | 'unreachable'
  | 'interrupted'
  | 'malformed'
  | 'aborted';

/** A provider request that did not end in a reply. The message is for the log; it holds no secret. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  /** Whether asking again later may work. */
  readonly retryable: boolean;

  constructor(kind: ModelFailureKind, message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryable = options.retryable;
  }
}
