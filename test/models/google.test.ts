import { describe, expect, test } from 'vitest';
import { end, failed, functionCalls, text, thought } from '../support/providers/google-wire.ts';
import { cutAfter, events, hangAfter, providerServer, refusal } from '../support/providers/provider-server.ts';
import { finishOf, hear, KEYS, modelAt, partsOf, textIn } from '../support/providers/read-model.ts';
import { call, lookTool, refundTool, replies, result, results, says } from '../support/providers/requests.ts';

const MODEL = 'google/gemini-3-pro-preview';
const OLDER = 'google/gemini-2.5-pro';
const quiet = events(text('ok'), end());
const grounding = {
  groundingMetadata: {
    webSearchQueries: ['weather'],
    groundingChunks: [{ web: { uri: 'https://example.com/w', title: 'A page' } }],
  },
};

describe('google: reading', () => {
  test('text arrives in pieces and the reply ends once, with its usage', async () => {
    const server = await providerServer(events(text('Hel'), text('lo'), end()));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect(heard.parts).toEqual([
      { type: 'text', delta: 'Hel' },
      { type: 'text', delta: 'lo' },
      {
        type: 'finish',
        stop: 'end',
        usage: { inputTokens: 120, outputTokens: 7, cachedInputTokens: 100 },
        grounded: false,
        providerState: null,
      },
    ]);
  });

  test('parallel calls come whole', async () => {
    const server = await providerServer(
      events(
        functionCalls(
          { id: 'a', name: 'shop__refund', args: { order: 'A1' } },
          { id: 'b', name: 'shop__look', args: {} },
        ),
        end(),
      ),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool, lookTool] });
    expect(partsOf(heard, 'tool-call')).toEqual([
      { type: 'tool-call', providerCallId: 'a', toolName: 'shop.refund', argumentsText: '{"order":"A1"}' },
      { type: 'tool-call', providerCallId: 'b', toolName: 'shop.look', argumentsText: '{}' },
    ]);
    expect(finishOf(heard).stop).toBe('tool-calls');
  });

  test('thoughts are kept out of the answer', async () => {
    const server = await providerServer(events(thought('Hmm.'), text('Yes.'), end()));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect([textIn(heard), partsOf(heard, 'reasoning').length]).toEqual(['Yes.', 1]);
  });

  test('a search gives sources and grounds the answer', async () => {
    const server = await providerServer(events(text('Sunny.', grounding), end()));
    const heard = await hear(modelAt(MODEL, server.baseUrl), { webSearch: true });
    expect(partsOf(heard, 'source')).toEqual([{ type: 'source', url: 'https://example.com/w', title: 'A page' }]);
    expect(finishOf(heard).grounded).toBe(true);
  });

  test('a search without a page to show for it grounds the answer too', async () => {
    const server = await providerServer(
      events(text('Sunny.', { groundingMetadata: { webSearchQueries: ['w'] } }), end()),
    );
    expect(finishOf(await hear(modelAt(MODEL, server.baseUrl), { webSearch: true })).grounded).toBe(true);
  });

  test.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['OTHER', 'other'],
  ])('%s stops with %s', async (reason, stop) => {
    const server = await providerServer(events(text('Hel'), end(reason)));
    expect(finishOf(await hear(modelAt(MODEL, server.baseUrl))).stop).toBe(stop);
  });
});

describe('google: asking', () => {
  test('calls and their responses are parts of neighbouring messages, in order', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), {
      tools: [refundTool],
      messages: [
        says('refund both'),
        replies('On it.', [call('a'), call('b')]),
        results(result('b', 'two'), result('a', 'one')),
      ],
    });
    expect(server.asked[0]?.body).toMatchObject({
      systemInstruction: { parts: [{ text: 'You help.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'refund both' }] },
        {
          role: 'model',
          parts: [
            { text: 'On it.' },
            { functionCall: { id: 'a', name: 'shop__refund', args: { order: 'A1' } } },
            { functionCall: { id: 'b' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'a', name: 'shop__refund', response: { content: 'one' } } },
            { functionResponse: { id: 'b', response: { content: 'two' } } },
          ],
        },
      ],
    });
  });

  test('the signature of a call goes back with it', async () => {
    const server = await providerServer(
      events(functionCalls({ id: 'a', name: 'shop__refund', args: {}, signature: 'SIG' }), end()),
      quiet,
    );
    const model = modelAt(MODEL, server.baseUrl);
    const { providerState } = finishOf(await hear(model, { tools: [refundTool] }));
    await hear(model, {
      tools: [refundTool],
      messages: [says('hello'), replies('', [call('a')], providerState), results(result('a'))],
    });
    expect(server.asked[1]?.body['contents']).toMatchObject([
      {},
      { parts: [{ functionCall: { id: 'a' }, thoughtSignature: 'SIG' }] },
      {},
    ]);
  });

  test('the search is offered beside tools where the model can do both', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool], webSearch: true });
    expect(server.asked[0]?.body['tools']).toMatchObject([
      { googleSearch: {} },
      { functionDeclarations: [{ name: 'shop__refund' }] },
    ]);
  });

  test('an older model keeps its tools and goes without the search', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(OLDER, server.baseUrl), { tools: [refundTool], webSearch: true });
    expect(server.asked[0]?.body['tools']).toMatchObject([{ functionDeclarations: [{ name: 'shop__refund' }] }]);
  });

  test('an older model without tools has the search', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(OLDER, server.baseUrl), { webSearch: true });
    expect(server.asked[0]?.body['tools']).toEqual([{ googleSearch: {} }]);
  });

  test('the key is in its header and nowhere else', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl));
    expect(server.asked[0]?.headers['x-goog-api-key']).toBe(KEYS.GOOGLE_GENERATIVE_AI_API_KEY);
    expect(server.asked[0]?.text).not.toContain(KEYS.GOOGLE_GENERATIVE_AI_API_KEY);
    expect(server.asked[0]?.path).not.toContain(KEYS.GOOGLE_GENERATIVE_AI_API_KEY);
  });
});

describe('google: failing', () => {
  test.each([
    [400, failed(400, 'INVALID_ARGUMENT'), 'rejected', 1],
    [400, failed(400, 'INVALID_ARGUMENT', 'no', [{ reason: 'API_KEY_INVALID' }]), 'unauthorised', 1],
    [401, failed(401, 'UNAUTHENTICATED'), 'unauthorised', 1],
    [403, failed(403, 'PERMISSION_DENIED'), 'unauthorised', 1],
    [429, failed(429, 'RESOURCE_EXHAUSTED'), 'rate-limited', 4],
    [500, failed(500, 'INTERNAL'), 'overloaded', 4],
    [503, failed(503, 'UNAVAILABLE'), 'overloaded', 4],
    [529, failed(529, 'UNAVAILABLE'), 'overloaded', 4],
  ])('%i %j is %s after %i tries', async (status, body, kind, tries) => {
    const server = await providerServer(refusal(status, body));
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe(kind);
    expect(server.asked).toHaveLength(tries);
  });

  test.each([
    ['breaks', cutAfter(text('Hel'))],
    ['ends early', events(text('Hel'))],
    ['tells of an error', events(text('Hel'), failed(503, 'UNAVAILABLE'))],
  ])('a stream that %s is interrupted', async (_, answer) => {
    const server = await providerServer(answer);
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect([textIn(heard), heard.failure?.kind]).toEqual(['Hel', 'interrupted']);
    expect(server.asked).toHaveLength(1);
  });

  test.each([
    ['a chunk that cannot be read', events(text('Hel'), '{"candidates":[')],
    ['a call that Gemini could not write', events(end('MALFORMED_FUNCTION_CALL'))],
  ])('%s is malformed', async (_, answer) => {
    const server = await providerServer(answer);
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe('malformed');
  });

  test('an abort in the middle ends the stream and the request', async () => {
    const server = await providerServer(hangAfter(text('Hel')));
    const stopping = new AbortController();
    const hearing = hear(modelAt(MODEL, server.baseUrl), {}, stopping.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    stopping.abort();
    expect((await hearing).failure?.kind).toBe('aborted');
    await server.hungUp;
  });
});
