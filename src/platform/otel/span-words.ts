import type { Attributes } from '@opentelemetry/api';
import type { SpanField, SpanFields, SpanName } from '../../ports/tracer.ts';

/** Longer values are names of nothing. */
const MAX_VALUE_CHARS = 256;

/** OpenTelemetry's words for what they have words for (GenAI conventions, in development), ours for the rest. */
const NAMES: Readonly<Record<SpanName, string>> = {
  turn: 'invoke_agent',
  model: 'chat',
  tool: 'execute_tool',
  approval: 'approval.requested',
  decision: 'decision',
  delivery: 'delivery',
  slack: 'slack',
  append: 'store.append',
};

/** Field names that may leave the process, and what they are called outside. Anything else is dropped. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map<SpanField, string>([
  ['approval', 'countersign.approval'],
  ['cachedTokens', 'gen_ai.usage.cache_read.input_tokens'],
  ['conversation', 'gen_ai.conversation.id'],
  ['count', 'countersign.events'],
  ['decision', 'countersign.decision'],
  ['epoch', 'countersign.epoch'],
  ['inputTokens', 'gen_ai.usage.input_tokens'],
  ['method', 'countersign.slack.method'],
  ['model', 'gen_ai.request.model'],
  ['outcome', 'countersign.outcome'],
  ['outputTokens', 'gen_ai.usage.output_tokens'],
  ['requestId', 'gen_ai.tool.call.id'],
  ['tool', 'gen_ai.tool.name'],
  ['turn', 'countersign.turn'],
]);

export const spanName = (name: SpanName): string => NAMES[name];

/** The fields as they are exported: those on the list, numbers as they are, words scrubbed and cut. */
export function attributesOf(fields: SpanFields, scrub: (text: string) => string): Attributes {
  const attributes: Attributes = {};
  for (const [field, value] of Object.entries(fields)) {
    const name = ATTRIBUTES.get(field);
    if (name === undefined) continue;
    if (typeof value === 'number') attributes[name] = value;
    if (typeof value === 'string') attributes[name] = scrub(value).slice(0, MAX_VALUE_CHARS);
  }
  return attributes;
}
