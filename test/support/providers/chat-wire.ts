/** Chunks of OpenAI's Chat Completions, which many servers speak. */

const chunk = (delta: object, finishReason: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'local',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
});

export const text = (delta: string): object => chunk({ role: 'assistant', content: delta });
export const reasoning = (delta: string): object => chunk({ reasoning_content: delta });

/** The first piece of a call names it; the later ones bring its arguments. */
export const callStarts = (index: number, id: string, name: string, json = ''): object =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: json } }] });
export const callGoesOn = (index: number, json: string): object =>
  chunk({ tool_calls: [{ index, function: { arguments: json } }] });

export const end = (reason: string): readonly unknown[] => [
  chunk({}, reason),
  {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'local',
    choices: [],
    usage: {
      prompt_tokens: 120,
      completion_tokens: 7,
      total_tokens: 127,
      prompt_tokens_details: { cached_tokens: 100 },
    },
  },
  '[DONE]',
];

export const failed = (type: string): object => ({ error: { message: 'no', type, code: null } });
