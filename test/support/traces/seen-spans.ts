import type { Span, SpanFields, SpanStart, Tracer } from '../../../src/ports/tracer.ts';

export interface KeptSpan extends SpanStart {
  /** What is known of it by now. */
  readonly fields: SpanFields;
  readonly state: 'open' | 'ended' | 'failed';
}

/** A tracer that keeps what it is told in `spans`. */
export function tracerInto(spans: KeptSpan[]): Tracer {
  return {
    start(started) {
      const at = spans.push({ ...started, state: 'open' }) - 1;
      const change = (to: (now: KeptSpan) => Partial<KeptSpan>): void => {
        const now = spans[at];
        if (now !== undefined && !ended) spans[at] = { ...now, ...to(now) };
      };
      let ended = false;
      let failed = false;
      const span: Span = {
        set: (fields) => change((now) => ({ fields: { ...now.fields, ...fields } })),
        fail() {
          failed = true;
        },
        end() {
          change(() => ({ state: failed ? 'failed' : 'ended' }));
          ended = true;
        },
      };
      return span;
    },
    within: (_, work) => work(),
  };
}
