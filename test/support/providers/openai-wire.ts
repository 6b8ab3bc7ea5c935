/** Events of the Responses API, as platform.openai.com/docs/api-reference/responses-streaming shows them. */

export const created = [
  { type: 'response.created', response: { id: 'resp_1', created_at: 1_760_000_000, model: 'gpt-5' } },
  { type: 'response.in_progress', response: { id: 'resp_1', created_at: 1_760_000_000, model: 'gpt-5' } },
];

const item = (index: number, opened: object, done: object, ...between: readonly object[]): readonly object[] => [
  { type: 'response.output_item.added', output_index: index, item: opened },
  ...between,
  { type: 'response.output_item.done', output_index: index, item: done },
];

export const text = (index: number, ...deltas: readonly string[]): readonly object[] =>
  item(
    index,
    { type: 'message', id: `msg_${index}`, role: 'assistant', content: [] },
    { type: 'message', id: `msg_${index}`, role: 'assistant', content: [] },
    ...deltas.map((delta) => ({
      type: 'response.output_text.delta',
      item_id: `msg_${index}`,
      output_index: index,
      content_index: 0,
      delta,
    })),
  );

export const reasoning = (index: number, summary: string, encrypted: string): readonly object[] =>
  item(
    index,
    { type: 'reasoning', id: `rs_${index}`, summary: [], encrypted_content: null },
    {
      type: 'reasoning',
      id: `rs_${index}`,
      summary: [{ type: 'summary_text', text: summary }],
      encrypted_content: encrypted,
    },
    { type: 'response.reasoning_summary_part.added', item_id: `rs_${index}`, output_index: index, summary_index: 0 },
    {
      type: 'response.reasoning_summary_text.delta',
      item_id: `rs_${index}`,
      output_index: index,
      summary_index: 0,
      delta: summary,
    },
    { type: 'response.reasoning_summary_part.done', item_id: `rs_${index}`, output_index: index, summary_index: 0 },
  );

export const functionCall = (
  index: number,
  id: string,
  name: string,
  ...json: readonly string[]
): readonly object[] => {
  const whole = { type: 'function_call', id: `fc_${index}`, call_id: id, name };
  return item(
    index,
    { ...whole, arguments: '' },
    { ...whole, arguments: json.join(''), status: 'completed' },
    ...json.map((delta) => ({
      type: 'response.function_call_arguments.delta',
      item_id: `fc_${index}`,
      output_index: index,
      delta,
    })),
  );
};

export const webSearch = (index: number, query: string, url: string): readonly object[] =>
  item(
    index,
    { type: 'web_search_call', id: `ws_${index}`, status: 'in_progress' },
    {
      type: 'web_search_call',
      id: `ws_${index}`,
      status: 'completed',
      action: { type: 'search', query, sources: [{ type: 'url', url }] },
    },
  );

const usage = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 100 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 127,
};

export const completed = { type: 'response.completed', response: { id: 'resp_1', usage } };
export const incomplete = (reason: string): object => ({
  type: 'response.incomplete',
  response: { id: 'resp_1', incomplete_details: { reason }, usage },
});
export const failed = (code: string): object => ({
  type: 'response.failed',
  sequence_number: 3,
  response: { id: 'resp_1', error: { code, message: 'no' } },
});
