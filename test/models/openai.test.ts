import { describe, expect, test } from 'vitest';
import {
  completed,
  created,
  failed,
  functionCall,
  incomplete,
  reasoning,
  text,
  webSearch,
} from '../support/providers/openai-wire.ts';
import { cutAfter, events, hangAfter, providerServer, refusal } from '../support/providers/provider-server.ts';
import { finishOf, hear, KEYS, modelAt, partsOf, textIn } from '../support/providers/read-model.ts';
import { aRequest, call, lookTool, refundTool, replies, result, results, says } from '../support/providers/requests.ts';

const MODEL = 'openai/gpt-5';
const quiet = events(...created, ...text(0, 'ok'), completed);

describe('openai: reading', () => {
  test('text arrives in pieces and the reply ends once, with its usage', async () => {
    const server = await providerServer(events(...created, ...text(0, 'Hel', 'lo'), completed));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect(textIn(heard)).toBe('Hello');
    expect(partsOf(heard, 'text')).toHaveLength(2);
    expect(finishOf(heard)).toMatchObject({
      stop: 'end',
      usage: { inputTokens: 120, outputTokens: 7, cachedInputTokens: 100 },
      grounded: false,
    });
  });

  test('parallel calls come whole, with the text of their arguments as it was sent', async () => {
    const server = await providerServer(
      events(
        ...created,
        ...functionCall(0, 'call_1', 'shop__refund', '{"n":', ' 1.50}'),
        ...functionCall(1, 'call_2', 'shop__look', '{}'),
        completed,
      ),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool, lookTool] });
    expect(partsOf(heard, 'tool-call')).toEqual([
      { type: 'tool-call', providerCallId: 'call_1', toolName: 'shop.refund', argumentsText: '{"n": 1.50}' },
      { type: 'tool-call', providerCallId: 'call_2', toolName: 'shop.look', argumentsText: '{}' },
    ]);
    expect(finishOf(heard).stop).toBe('tool-calls');
  });

  test('reasoning is kept out of the answer', async () => {
    const server = await providerServer(
      events(...created, ...reasoning(0, 'Hmm.', 'ENC'), ...text(1, 'Yes.'), completed),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect(textIn(heard)).toBe('Yes.');
    expect(partsOf(heard, 'reasoning')).toEqual([{ type: 'reasoning', delta: 'Hmm.' }]);
  });

  test('a search gives sources, is not a call of ours, and grounds the answer', async () => {
    const server = await providerServer(
      events(...created, ...webSearch(0, 'weather', 'https://example.com/w'), ...text(1, 'Sunny.'), completed),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { webSearch: true });
    expect(partsOf(heard, 'source')).toEqual([{ type: 'source', url: 'https://example.com/w', title: null }]);
    expect(partsOf(heard, 'tool-call')).toEqual([]);
    expect(finishOf(heard).grounded).toBe(true);
  });

  test.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content-filter'],
  ])('a reply that is incomplete by %s stops with %s', async (reason, stop) => {
    const server = await providerServer(events(...created, ...text(0, 'Hel'), incomplete(reason)));
    expect(finishOf(await hear(modelAt(MODEL, server.baseUrl))).stop).toBe(stop);
  });
});

describe('openai: asking', () => {
  test('each call is followed by its output, in order, and nothing is stored there', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), {
      tools: [refundTool],
      messages: [
        says('refund both'),
        replies('On it.', [call('call_1'), call('call_2')]),
        results(result('call_2', 'two'), result('call_1', 'one')),
      ],
    });
    expect(server.asked[0]?.body).toMatchObject({
      store: false,
      input: [
        { role: 'developer', content: 'You help.' },
        { role: 'user' },
        { role: 'assistant' },
        { type: 'function_call', call_id: 'call_1', name: 'shop__refund', arguments: '{"order":"A1"}' },
        { type: 'function_call', call_id: 'call_2' },
        { type: 'function_call_output', call_id: 'call_1', output: 'one' },
        { type: 'function_call_output', call_id: 'call_2', output: 'two' },
      ],
    });
  });

  test('tools are never strict: their schemas are not made for it', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool, lookTool] });
    expect(server.asked[0]?.body['tools']).toMatchObject([
      { type: 'function', name: 'shop__refund', strict: false },
      { type: 'function', name: 'shop__look', strict: false },
    ]);
  });

  test('reasoning goes back encrypted, before its call', async () => {
    const server = await providerServer(
      events(...created, ...reasoning(0, 'Hmm.', 'ENC'), ...functionCall(1, 'call_1', 'shop__refund', '{}'), completed),
      quiet,
    );
    const model = modelAt(MODEL, server.baseUrl);
    const { providerState } = finishOf(await hear(model, { tools: [refundTool] }));
    await hear(model, {
      tools: [refundTool],
      messages: [says('hello'), replies('', [call('call_1')], providerState), results(result('call_1'))],
    });
    expect(server.asked[0]?.body['include']).toContain('reasoning.encrypted_content');
    expect(server.asked[1]?.body['input']).toMatchObject([
      {},
      {},
      { type: 'reasoning', id: 'rs_0', encrypted_content: 'ENC' },
      { type: 'function_call', call_id: 'call_1' },
      { type: 'function_call_output', call_id: 'call_1' },
    ]);
  });

  test('the search is offered when the request says so, after the tools', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool], webSearch: true });
    expect(server.asked[0]?.body['tools']).toMatchObject([{ name: 'shop__refund' }, { type: 'web_search' }]);
  });

  test('requests with the same beginning share a cache key, others have another, and none without the hint', async () => {
    const server = await providerServer(quiet);
    const model = modelAt(MODEL, server.baseUrl);
    await hear(model, { cacheHint: 'stable-prefix', tools: [refundTool] });
    await hear(model, { cacheHint: 'stable-prefix', tools: [refundTool], messages: [says('other')] });
    await hear(model, { cacheHint: 'stable-prefix', tools: [refundTool, lookTool] });
    await hear(model, { tools: [refundTool] });
    const [first, second, third, fourth] = server.asked.map(({ body }) => body['prompt_cache_key']);
    expect(first).toMatch(/^countersign-[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(fourth).toBeUndefined();
  });

  test('additional parameters are merged over ours', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), { additionalParams: { reasoningEffort: 'low', user: 'ops' } });
    expect(server.asked[0]?.body).toMatchObject({ reasoning: { effort: 'low' }, user: 'ops', store: false });
  });

  test.each([
    [{ previousResponseId: 'resp_0' }, 'previousResponseId'],
    ['high', 'not a JSON object'],
  ])('additional parameters %j are turned away before anything is sent', async (additionalParams, said) => {
    const server = await providerServer(quiet);
    const { failure } = await hear(modelAt(MODEL, server.baseUrl), aRequest({ additionalParams }));
    expect(failure).toMatchObject({ kind: 'rejected', retryable: false });
    expect(failure?.message).toContain(said);
    expect(server.asked).toEqual([]);
  });

  test('the key is in its header and nowhere else', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl));
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${KEYS.OPENAI_API_KEY}`);
    expect(server.asked[0]?.text).not.toContain(KEYS.OPENAI_API_KEY);
  });
});

describe('openai: failing', () => {
  const refused = (type: string, code: string | null = null) => ({ error: { message: 'no', type, param: null, code } });

  test.each([
    [400, refused('invalid_request_error'), 'rejected', 1],
    [401, refused('invalid_request_error', 'invalid_api_key'), 'unauthorised', 1],
    [429, refused('requests', 'rate_limit_exceeded'), 'rate-limited', 4],
    [429, refused('insufficient_quota', 'insufficient_quota'), 'rate-limited', 1],
    [500, refused('server_error'), 'overloaded', 4],
    [529, refused('overloaded'), 'overloaded', 4],
  ])('%i %j is %s after %i tries', async (status, body, kind, tries) => {
    const server = await providerServer(refusal(status, body));
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe(kind);
    expect(server.asked).toHaveLength(tries);
  });

  test('a failure told inside the stream, before any text, is tried again', async () => {
    const server = await providerServer(events(...created, failed('server_error')), quiet);
    expect(textIn(await hear(modelAt(MODEL, server.baseUrl)))).toBe('ok');
  });

  test('a failure after some text interrupts the reply', async () => {
    const server = await providerServer(events(...created, ...text(0, 'Hel'), failed('server_error')));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect([textIn(heard), heard.failure?.kind]).toEqual(['Hel', 'interrupted']);
    expect(server.asked).toHaveLength(1);
  });

  test.each([
    ['breaks', cutAfter(...created, ...text(0, 'Hel'))],
    ['ends early', events(...created, ...text(0, 'Hel'))],
  ])('a stream that %s is interrupted', async (_, answer) => {
    const server = await providerServer(answer);
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe('interrupted');
  });

  test.each([
    ['at the start', ['{"type":"respon']],
    ['in the middle', [...created, ...text(0, 'Hel'), '{"type":']],
  ])('a chunk that cannot be read, %s, is malformed', async (_, chunks) => {
    const server = await providerServer(events(...chunks));
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe('malformed');
  });

  test('an abort in the middle ends the stream and the request', async () => {
    const server = await providerServer(hangAfter(...created, ...text(0, 'Hel')));
    const stopping = new AbortController();
    const hearing = hear(modelAt(MODEL, server.baseUrl), {}, stopping.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    stopping.abort();
    expect((await hearing).failure?.kind).toBe('aborted');
    await server.hungUp;
  });
});
