import type { TurnId } from '../domain/ids.ts';

export type SpanName = 'turn' | 'model' | 'tool' | 'approval' | 'decision' | 'delivery' | 'slack' | 'append';

/** Facts worth tracing: ids, names of our own tools and models, kinds of outcome, counts. Never texts, arguments, results or people. */
export type SpanField =
  | 'approval'
  | 'cachedTokens'
  | 'conversation'
  | 'count'
  | 'decision'
  | 'epoch'
  | 'inputTokens'
  | 'method'
  | 'model'
  | 'outcome'
  | 'outputTokens'
  | 'requestId'
  | 'tool'
  | 'turn';

export type SpanFields = Readonly<Partial<Record<SpanField, string | number>>>;

/** Where a span stands among others. */
export type SpanPlace =
  /** Below the span it is started in; where there is none it begins a trace. */
  | { readonly kind: 'here' }
  /** It begins a trace, whoever set it off. */
  | { readonly kind: 'apart' }
  /**
   * In the trace of a turn, which is named by the turn's first run and so is the same in every process. A run that is
   * gone is linked to, for it is nobody's parent any more.
   */
  | {
      readonly kind: 'turn';
      readonly first: TurnId;
      /** The run this span is; null where it is only about the turn. */
      readonly run: TurnId | null;
      readonly after: TurnId | null;
    };

export interface SpanStart {
  readonly name: SpanName;
  readonly place: SpanPlace;
  readonly fields: SpanFields;
}

/** Something that takes time and comes to an end once. */
export interface Span {
  set(fields: SpanFields): void;
  /** It did not do what it was for. Why, a field says. */
  fail(): void;
  /** Ending it again does nothing. */
  end(): void;
}

/**
 * Tells whoever operates the bot what it does and how long that takes. Nothing here throws, waits or slows anybody:
 * what cannot be handed on is dropped.
 */
export interface Tracer {
  start(span: SpanStart): Span;
  /** Spans that `work` starts `here`, however deep and however late, stand below this one. */
  within<T>(span: Span, work: () => T): T;
}

const noSpan: Span = { set() {}, fail() {}, end() {} };

/** Nobody wants to know. */
export const noTraces: Tracer = { start: () => noSpan, within: (_, work) => work() };

/** Does some work in a span of its own; the span fails with it. */
export async function inSpan<T>(tracer: Tracer, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const span = tracer.start(start);
  try {
    return await tracer.within(span, () => work(span));
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
