import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../../src/domain/event.ts';
import { requestId } from '../../../src/domain/ids.ts';
import type { TranscriptMessage } from '../../../src/domain/transcript.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { ModelFailure, type ModelPart, type ModelRequest } from '../../../src/ports/model.ts';

const model = scriptedModel({ siteUrl: 'http://127.0.0.1:1/site' });

const user = (text: string): TranscriptMessage => ({
  kind: 'user',
  author: { team: 'T', user: 'U' },
  text,
  quarantined: false,
});

const results = (...texts: string[]): TranscriptMessage => ({
  kind: 'results',
  results: texts.map(
    (text, i): CallResult => ({
      requestId: requestId(`r${i}`),
      toolName: 't',
      outcome: 'succeeded',
      text,
      quarantined: false,
    }),
  ),
});

const assistant: TranscriptMessage = { kind: 'assistant', text: '', calls: [], providerState: null };

const request = (messages: readonly TranscriptMessage[], tools: ModelRequest['tools'] = [aTool]): ModelRequest => ({
  system: '',
  tools,
  toolChoice: { kind: 'auto' },
  messages,
  context: [],
  webSearch: false,
  cacheHint: 'none',
  temperature: null,
  maxTokens: null,
  additionalParams: null,
});

const aTool = { name: 't', description: '', inputSchema: {} };

async function replyTo(messages: readonly TranscriptMessage[], tools?: ModelRequest['tools']): Promise<ModelPart[]> {
  return await Array.fromAsync(model.stream(request(messages, tools), new AbortController().signal));
}

const textOf = (parts: readonly ModelPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.delta : '')).join('');

const callsOf = (parts: readonly ModelPart[]) => parts.filter((part) => part.type === 'tool-call');

describe('scripted model', () => {
  test('says a text in several deltas, whole', async () => {
    const said = 'a long enough text to need several deltas 👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀';
    const parts = await replyTo([user(`!say ${said}`)]);
    expect(textOf(parts)).toBe(said);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.every((part) => part.type !== 'text' || part.delta.isWellFormed())).toBe(true);
  });

  test('consecutive calls are parallel calls of one reply, with ids of their own', async () => {
    const calls = callsOf(await replyTo([user('!call a {"x":1}\n!call#me b {}\n!callraw c not json')]));
    expect(calls).toMatchObject([
      { toolName: 'a', argumentsText: '{"x":1}' },
      { toolName: 'b', argumentsText: '{}', providerCallId: 'me' },
      { toolName: 'c', argumentsText: 'not json' },
    ]);
    expect(new Set(calls.map((call) => call.type === 'tool-call' && call.providerCallId)).size).toBe(3);
  });

  test('goes on after !step when the results are there', async () => {
    const script = user('!call t {}\n!step\n!results');
    expect(textOf(await replyTo([script, assistant, results('{"a":1}', 'two')]))).toBe('{"a":1}\ntwo');
  });

  test('!repeat proposes the last call again in that many further replies', async () => {
    const script = user('!call t {}\n!repeat 2\n!step\n!say end');
    const round = [assistant, results('no')];
    expect(callsOf(await replyTo([script, ...round, ...round]))).toHaveLength(1);
    expect(textOf(await replyTo([script, ...round, ...round, ...round]))).toBe('end');
  });

  test('!fail fails in the middle of the stream', async () => {
    await expect(replyTo([user('!say first\n!fail it broke')])).rejects.toThrow(ModelFailure);
  });

  test('a mention and entity escapes are not part of the script', async () => {
    expect(textOf(await replyTo([user('<@U0COUNTER> !say a &lt;b&gt; &amp; c')]))).toBe('a <b> & c');
  });

  test('asked without tools, it speaks', async () => {
    const parts = await replyTo([user('!call t {}\n!repeat 50'), assistant, results('x')], []);
    expect(callsOf(parts)).toEqual([]);
    expect(textOf(parts)).not.toBe('');
  });

  test('a plain sentence tells the story: look up, refund, report', async () => {
    const question = user('please refund order 1042');
    expect(callsOf(await replyTo([question]))).toMatchObject([{ toolName: 'shop.find_orders' }]);
    const found = [assistant, results('[{"total_cents":4900}]')];
    const [refund] = callsOf(await replyTo([question, ...found]));
    expect(refund).toMatchObject({ toolName: 'shop.issue_refund' });
    expect(refund?.type === 'tool-call' && JSON.parse(refund.argumentsText)).toMatchObject({ amount_cents: 4900 });
    expect(textOf(await replyTo([question, ...found, assistant, results('{"ok":true}')]))).toContain('refunded');
  });

  test('anything else gets a friendly line that says it is scripted', async () => {
    expect(textOf(await replyTo([user('what is the weather')]))).toContain('scripted');
  });
});
