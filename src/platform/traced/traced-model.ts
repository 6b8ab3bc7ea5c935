import { type Model, ModelFailure, type ModelPart } from '../../ports/model.ts';
import type { Span, Tracer } from '../../ports/tracer.ts';

/** A model whose requests are traced: how long each took, what it cost, why it ended. */
export const tracedModel = (model: Model, tracer: Tracer): Model => ({
  name: model.name,
  async *stream(request, signal) {
    const span = tracer.start({ name: 'model', place: { kind: 'here' }, fields: { model: model.name } });
    try {
      for await (const part of model.stream(request, signal)) {
        tell(span, part);
        yield part;
      }
    } catch (error) {
      span.set({ outcome: error instanceof ModelFailure ? error.kind : 'threw' });
      span.fail();
      throw error;
    } finally {
      span.end();
    }
  },
});

function tell(span: Span, part: ModelPart): void {
  if (part.type !== 'finish') return;
  const { inputTokens, outputTokens, cachedInputTokens } = part.usage;
  span.set({ outcome: part.stop, inputTokens, outputTokens, cachedTokens: cachedInputTokens });
}
