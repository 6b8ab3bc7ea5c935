import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';

/**
 * The rules of the strictest provider for what follows what: Anthropic's alternation and adjacency of results, the
 * same order of calls and results as Google's function parts, no blank text, the user's side first and last.
 */
export function* promptFaults(prompt: LanguageModelV4Prompt): Generator<string> {
  const messages = prompt.filter(({ role }) => role !== 'system');
  if (messages[0]?.role !== 'user') yield 'it does not begin with the user';
  const last = messages.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') yield 'it does not end on the side of the user';

  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (before?.role === message.role && message.role !== 'system') yield `two ${message.role} messages in a row`;
    yield* blanksIn(message);
    if (message.role === 'assistant') {
      const calls = idsIn(message, 'tool-call');
      const next = messages[index + 1];
      const answered = next?.role === 'tool' ? idsIn(next, 'tool-result') : [];
      if (calls.join() !== answered.join()) yield `calls ${calls.join()} are answered by ${answered.join()}`;
      for (const id of calls) {
        if (seen.has(id)) yield `call ${id} twice`;
        seen.add(id);
        if (!/^[a-zA-Z0-9_-]{1,64}$/.test(id)) yield `call id ${id}`;
      }
    }
    if (message.role === 'tool' && before?.role !== 'assistant') yield 'results without calls before them';
  }
}

function idsIn(message: LanguageModelV4Message, type: 'tool-call' | 'tool-result'): readonly string[] {
  if (message.role !== 'assistant' && message.role !== 'tool') return [];
  return message.content.flatMap((part) => (part.type === type && 'toolCallId' in part ? [part.toolCallId] : []));
}

function* blanksIn(message: LanguageModelV4Message): Generator<string> {
  if (message.role === 'system') return;
  if (message.content.length === 0) yield `an empty ${message.role} message`;
  for (const part of message.content) {
    if (part.type === 'tool-result' && part.output.type === 'content') yield* resultFaults(part.output.value);
    const signed = part.type === 'text' && part.providerOptions !== undefined;
    if (part.type === 'text' && part.text.trim() === '' && !signed) yield `a blank ${message.role} text`;
  }
}

type ContentOutput = Extract<LanguageModelV4ToolResultPart['output'], { type: 'content' }>;

/** Google answers a call once for every text of a result; a call has one answer. */
function* resultFaults(parts: ContentOutput['value']): Generator<string> {
  const [first, ...others] = parts;
  if (first?.type !== 'text' || first.text.trim() === '') yield 'a result that does not begin with words';
  if (others.some(({ type }) => type === 'text')) yield 'a result with several texts';
}
