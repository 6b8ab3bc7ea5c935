import { describe, expect, test } from 'vitest';
import { makeModel } from '../../src/models/make-model.ts';
import { silent } from '../../src/ports/logger.ts';
import { callGoesOn, callStarts, end, failed, reasoning, text } from '../support/providers/chat-wire.ts';
import {
  cutAfter,
  events,
  hangAfter,
  nobodysAddress,
  providerServer,
  refusal,
} from '../support/providers/provider-server.ts';
import { finishOf, hear, KEYS, modelAt, partsOf, textIn } from '../support/providers/read-model.ts';
import { call, lookTool, refundTool, replies, result, results, says } from '../support/providers/requests.ts';

const MODEL = 'compatible/local-model';
const quiet = events(text('ok'), ...end('stop'));

describe('compatible: reading', () => {
  test('text arrives in pieces and the reply ends once, with its usage', async () => {
    const server = await providerServer(events(text('Hel'), text('lo'), ...end('stop')));
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

  test('parallel calls whose pieces alternate come whole', async () => {
    const server = await providerServer(
      events(
        callStarts(0, 'a', 'shop__refund'),
        callStarts(1, 'b', 'shop__look'),
        callGoesOn(0, '{"order":'),
        callGoesOn(1, '{"order":"B2"}'),
        callGoesOn(0, '"A1"}'),
        ...end('tool_calls'),
      ),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool, lookTool] });
    const calls = partsOf(heard, 'tool-call').map(({ toolName, argumentsText }) => [toolName, argumentsText]);
    expect(calls).toHaveLength(2);
    expect(calls).toContainEqual(['shop.refund', '{"order":"A1"}']);
    expect(calls).toContainEqual(['shop.look', '{"order":"B2"}']);
  });

  test('calls count as such where the server says the reply just stopped', async () => {
    const server = await providerServer(events(callStarts(0, 'a', 'shop__look', '{}'), ...end('stop')));
    expect(finishOf(await hear(modelAt(MODEL, server.baseUrl), { tools: [lookTool] })).stop).toBe('tool-calls');
  });

  test('reasoning is kept out of the answer', async () => {
    const server = await providerServer(events(reasoning('Hmm.'), text('Yes.'), ...end('stop')));
    expect(textIn(await hear(modelAt(MODEL, server.baseUrl)))).toBe('Yes.');
  });

  test('arguments cut off by the length limit are handed on as they are', async () => {
    const server = await providerServer(events(callStarts(0, 'a', 'shop__refund', '{"order":"A'), ...end('length')));
    const heard = await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool] });
    expect(partsOf(heard, 'tool-call')[0]?.argumentsText).toBe('{"order":"A');
    expect(finishOf(heard).stop).toBe('length');
  });
});

describe('compatible: asking', () => {
  test('tool messages follow their calls at once, in order', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), {
      tools: [refundTool],
      messages: [
        says('refund both'),
        replies('', [call('a'), call('b')]),
        results(result('b', 'two'), result('a', 'one')),
        says('thanks'),
      ],
    });
    expect(server.asked[0]?.body['messages']).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'a' }, { id: 'b' }] },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: 'two' },
      { role: 'user', content: 'thanks' },
    ]);
  });

  test('the cache hint and the search, which such servers do not share, change nothing', async () => {
    const server = await providerServer(quiet);
    const model = modelAt(MODEL, server.baseUrl);
    await hear(model, { tools: [refundTool] });
    await hear(model, { tools: [refundTool], cacheHint: 'stable-prefix', webSearch: true });
    expect(server.asked[1]?.text).toBe(server.asked[0]?.text);
  });

  test('several named tools are the only ones offered, and one must be called', async () => {
    const server = await providerServer(quiet);
    const third = { ...lookTool, name: 'shop.third' };
    await hear(modelAt(MODEL, server.baseUrl), {
      tools: [refundTool, third, lookTool],
      toolChoice: { kind: 'specific', names: ['shop.look', 'shop.refund'] },
    });
    expect(server.asked[0]?.body).toMatchObject({
      tools: [{ function: { name: 'shop__refund' } }, { function: { name: 'shop__look' } }],
      tool_choice: 'required',
    });
  });

  test.each([
    [{ kind: 'none' } as const, 'none'],
    [{ kind: 'required' } as const, 'required'],
    [{ kind: 'specific', names: ['shop.look'] } as const, { type: 'function', function: { name: 'shop__look' } }],
  ])('tool choice %j is sent', async (toolChoice, sent) => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl), { tools: [refundTool, lookTool], toolChoice });
    expect(server.asked[0]?.body['tool_choice']).toEqual(sent);
  });

  test('limits and further parameters are sent, but never other tools', async () => {
    const server = await providerServer(quiet);
    const model = modelAt(MODEL, server.baseUrl);
    await hear(model, { temperature: 0, maxTokens: 5, additionalParams: { top_k: 3 } });
    expect(server.asked[0]?.body).toMatchObject({ temperature: 0, max_tokens: 5, top_k: 3 });
    const { failure } = await hear(model, { additionalParams: { tools: [] } });
    expect(failure?.kind).toBe('rejected');
  });

  test('a server without a key is asked without one', async () => {
    const server = await providerServer(quiet);
    await hear(makeModel({ model: MODEL, baseUrl: server.baseUrl, keys: {}, logger: silent }));
    expect(server.asked[0]?.headers.authorization).toBeUndefined();
  });

  test('the key is in its header and nowhere else', async () => {
    const server = await providerServer(quiet);
    await hear(modelAt(MODEL, server.baseUrl));
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${KEYS.COMPATIBLE_API_KEY}`);
    expect(server.asked[0]?.text).not.toContain(KEYS.COMPATIBLE_API_KEY);
  });
});

describe('compatible: failing', () => {
  test.each([
    [400, 'rejected', 1],
    [401, 'unauthorised', 1],
    [404, 'rejected', 1],
    [429, 'rate-limited', 4],
    [500, 'overloaded', 4],
    [502, 'overloaded', 4],
    [529, 'overloaded', 4],
  ])('%i is %s after %i tries', async (status, kind, tries) => {
    const server = await providerServer(refusal(status, failed('x')));
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe(kind);
    expect(server.asked).toHaveLength(tries);
  });

  test.each([
    ['breaks', cutAfter(text('Hel'))],
    ['ends early', events(text('Hel'))],
    ['tells of an error', events(text('Hel'), failed('server_error'))],
  ])('a stream that %s is interrupted', async (_, answer) => {
    const server = await providerServer(answer);
    const heard = await hear(modelAt(MODEL, server.baseUrl));
    expect([textIn(heard), heard.failure?.kind]).toEqual(['Hel', 'interrupted']);
  });

  test('an error told inside the stream before any text is tried again', async () => {
    const server = await providerServer(events(failed('server_error')), quiet);
    expect(textIn(await hear(modelAt(MODEL, server.baseUrl)))).toBe('ok');
  });

  test('a page instead of a stream is no reply', async () => {
    const server = await providerServer((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi'),
    );
    const { parts, failure } = await hear(modelAt(MODEL, server.baseUrl));
    expect([parts, failure?.retryable]).toEqual([[], true]);
  });

  test('a chunk that cannot be read is malformed', async () => {
    const server = await providerServer(events(text('Hel'), '{"choices":'));
    expect((await hear(modelAt(MODEL, server.baseUrl))).failure?.kind).toBe('malformed');
  });

  test('a server that is not there is unreachable, and the message names why', async () => {
    const { failure } = await hear(modelAt(MODEL, await nobodysAddress()));
    expect(failure).toMatchObject({ kind: 'unreachable', message: 'compatible cannot be reached (ECONNREFUSED)' });
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
