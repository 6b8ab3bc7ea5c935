import { describe, expect, test } from 'vitest';
import { failed, ping, start, stop, text, thinking, toolUse, webSearch } from '../support/providers/anthropic-wire.ts';
import { cutAfter, events, hangAfter, providerServer, refusal, silence } from '../support/providers/provider-server.ts';
import { finishOf, hear, KEYS, modelAt, partsOf, textIn } from '../support/providers/read-model.ts';
import { aRequest, call, lookTool, refundTool, replies, result, results, says } from '../support/providers/requests.ts';

const MODEL = 'anthropic/claude-sonnet-4-5';

describe('anthropic: reading', () => {
  test('text arrives in pieces and the reply ends once, with its usage', async () => {
    const server = await providerServer(events(start, ping, ...text(0, 'Hel', 'lo'), ...stop('end_turn')));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect(heard.parts).toEqual([
      { type: 'text', delta: 'Hel' },
      { type: 'text', delta: 'lo' },
      {
        type: 'finish',
        stop: 'end',
        usage: { inputTokens: 125, outputTokens: 7, cachedInputTokens: 100 },
        grounded: false,
        providerState: null,
      },
    ]);
  });

  test('parallel calls come whole, under our names, with the text of their arguments as it was sent', async () => {
    const server = await providerServer(
      events(
        start,
        ...toolUse(0, 'toolu_1', 'shop__refund', '{"order":', ' "A1", "n": 1.50}'),
        ...toolUse(1, 'toolu_2', 'shop__look'),
        ...stop('tool_use'),
      ),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool, lookTool] });
    expect(partsOf(heard, 'tool-call')).toEqual([
      {
        type: 'tool-call',
        providerCallId: 'toolu_1',
        toolName: 'shop.refund',
        argumentsText: '{"order": "A1", "n": 1.50}',
      },
      { type: 'tool-call', providerCallId: 'toolu_2', toolName: 'shop.look', argumentsText: '{}' },
    ]);
    expect(finishOf(heard).stop).toBe('tool-calls');
  });

  test('arguments can be watched while they arrive', async () => {
    const server = await providerServer(
      events(start, ...toolUse(0, 'toolu_1', 'shop__refund', '{"order":', '"A1"}'), ...stop('tool_use')),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool] });
    expect(partsOf(heard, 'tool-call-delta').map(({ toolName, delta }) => [toolName, delta])).toEqual([
      ['shop.refund', '{"order":'],
      ['shop.refund', '"A1"}'],
    ]);
  });

  test('thinking is kept out of the answer', async () => {
    const server = await providerServer(
      events(start, ...thinking(0, 'Hmm.', 'SIG'), ...text(1, 'Yes.'), ...stop('end_turn')),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect(textIn(heard)).toBe('Yes.');
    expect(partsOf(heard, 'reasoning')).toEqual([{ type: 'reasoning', delta: 'Hmm.' }]);
  });

  test('a search gives sources, is not a call of ours, and grounds the answer', async () => {
    const server = await providerServer(
      events(
        start,
        ...text(0, 'Let me look.'),
        ...webSearch(1, 'srvtoolu_1', 'weather', 'https://example.com/w'),
        ...text(3, 'Sunny.'),
        ...stop('end_turn'),
      ),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { webSearch: true });
    expect(partsOf(heard, 'source')).toEqual([{ type: 'source', url: 'https://example.com/w', title: 'A page' }]);
    expect(partsOf(heard, 'tool-call')).toEqual([]);
    expect(finishOf(heard).grounded).toBe(true);
    expect(textIn(heard)).toBe('Let me look.\n\nSunny.');
  });

  test('a paused reply is asked to go on and reads as one', async () => {
    const server = await providerServer(
      events(
        start,
        ...text(0, 'First,'),
        ...webSearch(1, 'srvtoolu_1', 'q', 'https://example.com'),
        ...stop('pause_turn'),
      ),
      events(start, ...text(0, 'second.'), ...stop('end_turn')),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { webSearch: true });
    expect(textIn(heard)).toBe('First,\n\nsecond.');
    expect(finishOf(heard)).toMatchObject({ stop: 'end', usage: { outputTokens: 14 } });
    const { messages } = server.asked[1]?.body ?? {};
    expect(messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [{ type: 'text' }, { type: 'server_tool_use', id: 'srvtoolu_1' }, { type: 'web_search_tool_result' }],
      },
    ]);
  });
});

describe('anthropic: asking', () => {
  const quiet = events(start, ...text(0, 'ok'), ...stop('end_turn'));

  test('results come first in the message after the calls, one for each, in order', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), {
      tools: [refundTool],
      messages: [
        says('refund both'),
        replies('On it.', [call('toolu_1'), call('toolu_2')]),
        results(result('toolu_2', 'two'), result('toolu_1', 'one')),
        says('thanks'),
      ],
    });
    expect(server.asked[0]?.body['messages']).toMatchObject([
      { role: 'user', content: [{ text: 'refund both' }] },
      {
        role: 'assistant',
        content: [
          { text: 'On it.' },
          { type: 'tool_use', id: 'toolu_1', name: 'shop__refund', input: { order: 'A1' } },
          { id: 'toolu_2' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'one' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'two' },
          { type: 'text', text: 'thanks' },
        ],
      },
    ]);
  });

  test('the stable prefix is marked at the system text and the last tool, before the search', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), {
      tools: [refundTool, lookTool],
      webSearch: true,
      cacheHint: 'stable-prefix',
    });
    const { system, tools } = server.asked[0]?.body ?? {};
    const marked = { cache_control: { type: 'ephemeral' } };
    expect(system).toEqual([{ type: 'text', text: 'You help.', ...marked }]);
    expect(tools).toMatchObject([
      { name: 'shop__refund' },
      { name: 'shop__look', ...marked },
      { type: 'web_search_20250305', name: 'web_search' },
    ]);
    expect(JSON.stringify(tools).match(/cache_control/g)).toHaveLength(1);
  });

  test('nothing is marked and nothing is searched unless the request says so', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool] });
    expect(server.asked[0]?.text).not.toContain('cache_control');
    expect(server.asked[0]?.text).not.toContain('web_search');
  });

  test('a signed thought goes back where it stood, before its call', async () => {
    const server = await providerServer(
      events(start, ...thinking(0, 'Hmm.', 'SIG'), ...toolUse(1, 'toolu_1', 'shop__refund', '{}'), ...stop('tool_use')),
      quiet,
    );
    const model = modelAt(MODEL, server.baseUrl);
    const { providerState } = finishOf(await hear(model, { tools: [refundTool] }));
    await hear(model, {
      tools: [refundTool],
      messages: [says('hello'), replies('', [call('toolu_1')], providerState), results(result('toolu_1'))],
    });
    expect(server.asked[1]?.body['messages']).toMatchObject([
      {},
      {
        content: [
          { type: 'thinking', thinking: 'Hmm.', signature: 'SIG' },
          { type: 'tool_use', id: 'toolu_1' },
        ],
      },
      {},
    ]);
  });

  test("another model's thoughts are left out", async () => {
    const server = await providerServer(
      events(start, ...thinking(0, 'Hmm.', 'SIG'), ...text(1, 'Yes.'), ...stop('end_turn')),
      quiet,
    );
    const { providerState } = finishOf(await hear(modelAt('anthropic/claude-opus-4-1', server.baseUrl)));
    await hear(modelAt(MODEL, server.baseUrl), {
      messages: [says('hello'), replies('Yes.', [], providerState), says('and?')],
    });
    expect(server.asked[1]?.text).not.toContain('SIG');
  });

  test('a request without tools still declares those its history calls, and forbids them', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), {
      messages: [says('hello'), replies('', [call('toolu_1')]), results(result('toolu_1'))],
    });
    expect(server.asked[0]?.body).toMatchObject({ tools: [{ name: 'shop__refund' }], tool_choice: { type: 'none' } });
  });

  test('the key is in its header and nowhere else', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl));
    expect(server.asked[0]?.headers['x-api-key']).toBe(KEYS.ANTHROPIC_API_KEY);
    expect(server.asked[0]?.text).not.toContain(KEYS.ANTHROPIC_API_KEY);
    expect(server.asked[0]?.path).not.toContain(KEYS.ANTHROPIC_API_KEY);
  });
});

describe('anthropic: failing', () => {
  test.each([
    [400, 'invalid_request_error', 'rejected', 1],
    [401, 'authentication_error', 'unauthorised', 1],
    [403, 'permission_error', 'unauthorised', 1],
    [429, 'rate_limit_error', 'rate-limited', 4],
    [500, 'api_error', 'overloaded', 4],
    [529, 'overloaded_error', 'overloaded', 4],
  ])('%i (%s) is %s after %i tries', async (status, type, kind, tries) => {
    const server = await providerServer(refusal(status, failed(type)));
    const { failure } = await hear(modelAt(MODEL, server.baseUrl));
    expect(failure?.kind).toBe(kind);
    expect(server.asked).toHaveLength(tries);
  });

  test('an overload told inside the stream, before any text, is tried again', async () => {
    const server = await providerServer(
      events(failed('overloaded_error')),
      events(start, ...text(0, 'ok'), ...stop('end_turn')),
    );
    expect(textIn(await hear(modelAt(MODEL, server.baseUrl)))).toBe('ok');
  });

  test('an error after some text interrupts the reply, which is not tried again', async () => {
    const server = await providerServer(events(start, ...text(0, 'Hel'), failed('overloaded_error')));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect(textIn(heard)).toBe('Hel');
    expect(heard.failure).toMatchObject({ kind: 'interrupted', retryable: true });
    expect(server.asked).toHaveLength(1);
  });

  test('a connection that breaks in the middle interrupts the reply', async () => {
    const server = await providerServer(cutAfter(start, ...text(0, 'Hel')));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect(textIn(heard)).toBe('Hel');
    expect(heard.failure?.kind).toBe('interrupted');
  });

  test('a stream that ends without its end is interrupted, and what was said is not said again', async () => {
    const server = await providerServer(events(start, ...text(0, 'Hel')));
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect([textIn(heard), heard.failure?.kind, server.asked.length]).toEqual(['Hel', 'interrupted', 1]);
  });

  test.each([
    ['at the start', ['{"type":"message_sta']],
    ['in the middle', [start, ...text(0, 'Hel'), '{"type":"content_blo']],
    ['of an unknown shape', [start, ...text(0, 'Hel'), { type: 'content_block_delta', index: 'x' }]],
  ])('a chunk that cannot be read, %s, is malformed', async (_, chunks) => {
    const server = await providerServer(events(...chunks));
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe('malformed');
    expect(server.asked).toHaveLength(1);
  });

  test.each([
    ['before it answers', silence],
    ['in the middle', hangAfter(start, ...text(0, 'Hel'))],
  ])('an abort while the provider hangs %s ends the stream and the request', async (_, answer) => {
    const server = await providerServer(answer);
    const stopping = new AbortController();
    const hearing = hear(modelAt(MODEL, server.baseUrl), {}, stopping.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    stopping.abort();
    expect((await hearing).failure).toMatchObject({ kind: 'aborted', retryable: false });
    await server.hungUp;
  });

  test('a reader that leaves early ends the request', async () => {
    const server = await providerServer(hangAfter(start, ...text(0, 'Hel')));
    const replying = modelAt(MODEL, server.baseUrl).stream(aRequest(), new AbortController().signal);
    for await (const part of replying) if (part.type === 'text') break;
    await expect(server.hungUp).resolves.toBeUndefined();
  });

  test('a provider that falls silent is not waited for', async () => {
    const server = await providerServer(hangAfter(start, ...text(0, 'Hel')));
    const heard = await hear(modelAt(MODEL, server.baseUrl, { maxSilenceMs: 200 }));
    expect(heard.failure?.kind).toBe('interrupted');
    await server.hungUp;
  });
});
