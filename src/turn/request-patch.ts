import type { TranscriptMessage } from '../domain/transcript.ts';
import type { ContextDocument, ToolChoice } from '../ports/model.ts';

/**
 * Changes to one step's request (seed 002). Not sticky: the baseline is never changed and the next step starts from
 * it again. An absent field inherits; `[]`, `""` and `0` are values.
 */
export interface RequestPatch {
  readonly preamble?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly toolChoice?: ToolChoice;
  /** Narrows what is advertised and callable; can never widen it. */
  readonly activeTools?: readonly string[];
  /** Objects are merged by top-level key; anything else replaces. */
  readonly additionalParams?: unknown;
  readonly extraContext?: readonly ContextDocument[];
  /** Sent in place of the transcript; what is stored does not change. */
  readonly history?: readonly TranscriptMessage[];
}
