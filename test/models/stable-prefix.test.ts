import { describe, expect, test } from 'vitest';
import type { TranscriptMessage } from '../../src/domain/transcript.ts';
import type { ToolSpec } from '../../src/ports/tools.ts';
import * as anthropic from '../support/providers/anthropic-wire.ts';
import * as google from '../support/providers/google-wire.ts';
import * as openai from '../support/providers/openai-wire.ts';
import { events, providerServer } from '../support/providers/provider-server.ts';
import { hear, modelAt } from '../support/providers/read-model.ts';
import { bobSays, call, lookTool, refundTool, replies, result, results, says } from '../support/providers/requests.ts';

const STEPS = 10;

const WIRES = [
  {
    model: 'anthropic/claude-sonnet-4-5',
    answer: events(anthropic.start, ...anthropic.text(0, 'ok'), ...anthropic.stop('end_turn')),
    prefix: ['system', 'tools', 'model', 'max_tokens'],
    history: 'messages',
  },
  {
    model: 'openai/gpt-5',
    answer: events(...openai.created, ...openai.text(0, 'ok'), openai.completed),
    prefix: ['tools', 'model', 'prompt_cache_key', 'include', 'store'],
    history: 'input',
  },
  {
    model: 'google/gemini-3-pro-preview',
    answer: events(google.text('ok'), google.end()),
    prefix: ['systemInstruction', 'tools', 'toolConfig'],
    history: 'contents',
  },
];

/** The transcript after so many steps of a tool each, with somebody else's word in it. */
const after = (steps: number): readonly TranscriptMessage[] => [
  says('go'),
  bobSays('wait'),
  ...Array.from({ length: steps }, (_, n) => [
    replies(`step ${n}`, [call(`call_${n}`)]),
    results(result(`call_${n}`, `result ${n}`)),
  ]).flat(),
];

const tools = (): readonly ToolSpec[] => structuredClone([refundTool, lookTool]);

describe.each(WIRES)('the stable prefix of $model', ({ model, answer, prefix, history }) => {
  const ask = (baseUrl: string, steps: number, specs: readonly ToolSpec[]) =>
    hear(modelAt(model, baseUrl), { tools: specs, messages: after(steps), cacheHint: 'stable-prefix' });

  test('is the same bytes over ten steps, and what was said before is too', async () => {
    const server = await providerServer(answer);
    const specs = tools();
    for (let step = 0; step < STEPS; step += 1) await ask(server.baseUrl, step, specs);
    const bodies = server.asked.map(({ body }) => body);
    const heads = bodies.map((body) => JSON.stringify(prefix.map((field) => body[field])));
    expect(new Set(heads).size).toBe(1);
    const said = bodies.map((body) => JSON.stringify(body[history]).slice(0, -1));
    for (const [step, text] of said.entries()) expect((said[step + 1] ?? text).startsWith(text)).toBe(true);
  });

  test('is the same bytes after a resume in another process, with specs read anew', async () => {
    const server = await providerServer(answer);
    await ask(server.baseUrl, 3, tools());
    await ask(server.baseUrl, 3, tools());
    expect(server.asked[1]?.text).toBe(server.asked[0]?.text);
  });

  test('holds nothing of the clock or of chance', async () => {
    const server = await providerServer(answer);
    await ask(server.baseUrl, 1, tools());
    expect(server.asked[0]?.text).not.toMatch(/\b20\d\d-\d\d-\d\d\b|\b17\d{8,}\b/);
  });
});
