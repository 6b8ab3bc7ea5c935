import { describe, expect, test } from 'vitest';
import type { LogFields, Logger } from '../../../src/ports/logger.ts';
import { silent } from '../../../src/ports/logger.ts';
import { end, failed, text } from '../../support/providers/chat-wire.ts';
import { completed, created, text as said } from '../../support/providers/openai-wire.ts';
import { type Answer, events, providerServer, refusal } from '../../support/providers/provider-server.ts';
import { hear, KEYS, modelAt, textIn } from '../../support/providers/read-model.ts';

const MODEL = 'compatible/local-model';
const fine = events(text('ok'), ...end('stop'));
const busy = (headers: Record<string, string> = {}): Answer => refusal(429, failed('busy'), headers);

async function waitsAfter(...answers: readonly Answer[]) {
  const server = await providerServer(...answers);
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  const heard = await hear(modelAt(MODEL, server.baseUrl, { wait }));
  return { waits, heard, tries: server.asked.length };
}

describe('trying again', () => {
  test('the waits double, and the fourth failure is the last', async () => {
    const { waits, heard, tries } = await waitsAfter(busy());
    expect([waits, tries, heard.failure?.kind]).toEqual([[500, 1_000, 2_000], 4, 'rate-limited']);
  });

  test('a later try that works is the reply', async () => {
    const { heard, tries } = await waitsAfter(busy(), refusal(503, {}), fine);
    expect([textIn(heard), tries]).toEqual(['ok', 3]);
  });

  test.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after': 'soon' }, 500],
    [{ 'retry-after': '0' }, 0],
  ])('%j makes it wait %i ms', async (headers, ms) => {
    expect((await waitsAfter(busy(headers), fine)).waits).toEqual([ms]);
  });

  test('a date to wait for is understood', async () => {
    const soon = new Date(Date.now() + 10_000).toUTCString();
    const [ms = 0] = (await waitsAfter(busy({ 'retry-after': soon }), fine)).waits;
    expect(ms).toBeGreaterThan(5_000);
    expect(ms).toBeLessThanOrEqual(10_000);
  });

  test('a provider that asks for an hour is not waited for', async () => {
    const { waits, heard, tries } = await waitsAfter(busy({ 'retry-after': '3600' }));
    expect([waits, tries]).toEqual([[], 1]);
    expect(heard.failure).toMatchObject({ kind: 'rate-limited', retryable: true });
  });

  test('an abort ends a wait', async () => {
    const server = await providerServer(busy({ 'retry-after': '20' }));
    const stopping = new AbortController();
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    const wait = (_: number, signal: AbortSignal): Promise<never> => {
      resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    };
    const hearing = hear(modelAt(MODEL, server.baseUrl, { wait }), {}, stopping.signal);
    await waiting;
    stopping.abort();
    expect((await hearing).failure?.kind).toBe('aborted');
  });

  test('a request aborted before it begins is never sent', async () => {
    const server = await providerServer(fine);
    const { failure } = await hear(modelAt(MODEL, server.baseUrl), {}, AbortSignal.abort());
    expect([failure?.kind, server.asked.length]).toEqual(['aborted', 0]);
  });

  test('each further try is logged with its kind and not with what was said', async () => {
    const lines: [LogFields, string][] = [];
    const logger: Logger = { ...silent, warn: (fields, message) => lines.push([fields, message]) };
    const server = await providerServer(busy(), fine);
    await hear(modelAt(MODEL, server.baseUrl, { logger }));
    expect(lines).toEqual([
      [{ model: MODEL, kind: 'rate-limited', attempt: 1, waitMs: 500 }, 'model request failed, trying again'],
    ]);
  });
});

describe('what a provider does not take', () => {
  test('is logged once, however many requests it comes with', async () => {
    const lines: LogFields[] = [];
    const logger: Logger = { ...silent, warn: (fields) => lines.push(fields) };
    const server = await providerServer(events(...created, ...said(0, 'ok'), completed));
    const model = modelAt('openai/gpt-5', server.baseUrl, { logger });
    await hear(model, { temperature: 0.5 });
    await hear(model, { temperature: 0.5 });
    expect(lines).toEqual([{ model: 'openai/gpt-5', about: 'temperature', type: 'unsupported' }]);
  });
});

describe('what a failure says', () => {
  const told = async (status: number, message: string) => {
    const server = await providerServer(refusal(status, { error: { message, type: 'invalid_request_error' } }));
    const { failure } = await hear(modelAt(MODEL, server.baseUrl));
    return failure;
  };

  test('a refused request is told in the words of the provider, cut to a length', async () => {
    const failure = await told(400, `tools.3: bad\nschema ${'x'.repeat(1_000)}`);
    expect(failure?.message).toMatch(/^compatible answered 400 \(invalid_request_error\): tools\.3: bad schema x+$/);
    expect(failure?.message.length).toBeLessThan(400);
  });

  test('a key that the provider repeats is not', async () => {
    const failure = await told(400, `no such key: ${KEYS.OPENAI_API_KEY}`);
    expect(failure?.message).toContain('no such key: [secret]');
  });

  test.each([401, 403])('a %i says nothing of what the provider said', async (status) => {
    const failure = await told(status, `Incorrect API key provided: ${KEYS.COMPATIBLE_API_KEY}`);
    expect(failure?.message).toBe(`compatible answered ${status} (invalid_request_error)`);
  });

  test('the failure holds neither the request nor the answer', async () => {
    const failure = await told(400, 'no');
    expect(failure?.cause).toBeUndefined();
  });
});
