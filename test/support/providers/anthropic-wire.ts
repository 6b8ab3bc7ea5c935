/** Events of the Messages API, as docs.anthropic.com/en/api/messages-streaming shows them. */

export const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 20, output_tokens: 1, cache_read_input_tokens: 100, cache_creation_input_tokens: 5 },
  },
};

export const ping = { type: 'ping' };

const block = (index: number, opened: object, ...deltas: readonly object[]): readonly object[] => [
  { type: 'content_block_start', index, content_block: opened },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];

export const text = (index: number, ...deltas: readonly string[]): readonly object[] =>
  block(index, { type: 'text', text: '' }, ...deltas.map((delta) => ({ type: 'text_delta', text: delta })));

export const thinking = (index: number, thought: string, signature: string): readonly object[] =>
  block(
    index,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: thought },
    { type: 'signature_delta', signature },
  );

export const toolUse = (index: number, id: string, name: string, ...json: readonly string[]): readonly object[] =>
  block(
    index,
    { type: 'tool_use', id, name, input: {} },
    ...json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  );

export const webSearch = (index: number, id: string, query: string, url: string): readonly object[] => [
  ...block(
    index,
    { type: 'server_tool_use', id, name: 'web_search', input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify({ query }) },
  ),
  ...block(index + 1, {
    type: 'web_search_tool_result',
    tool_use_id: id,
    content: [{ type: 'web_search_result', url, title: 'A page', encrypted_content: 'ENC', page_age: null }],
  }),
];

export const stop = (reason: string, outputTokens = 7): readonly object[] => [
  {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: outputTokens },
  },
  { type: 'message_stop' },
];

export const failed = (type: string, message = 'no'): object => ({ type: 'error', error: { type, message } });
