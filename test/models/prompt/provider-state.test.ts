import { describe, expect, test } from 'vitest';
import { assistantContent } from '../../../src/models/prompt/assistant-content.ts';
import { readState, writeState } from '../../../src/models/prompt/provider-state.ts';
import type { ReplyBlock } from '../../../src/models/prompt/reply-blocks.ts';
import { call } from '../../support/providers/requests.ts';

const MODEL = 'anthropic/claude-sonnet-4-5';
const signed = { anthropic: { signature: 'SIG' } };
const spelling = { model: MODEL, parametersOf: () => new Map<string, string>() };

/** A search whose encrypted results are so long. */
const search = (chars: number): readonly ReplyBlock[] => [
  { kind: 'provider-call', id: 's', name: 'web_search', input: { query: 'q' } },
  { kind: 'provider-result', id: 's', name: 'web_search', output: 'x'.repeat(chars), isError: false },
];

const contentWith = (blocks: readonly ReplyBlock[], text: string, ids: readonly string[]) =>
  assistantContent(
    { kind: 'assistant', text, calls: ids.map((id) => call(id)), providerState: writeState(MODEL, blocks) },
    spelling,
  ).map((part) => part.type);

describe('what is kept of a reply for its provider', () => {
  test('nothing, where text and calls say it all', () => {
    expect(writeState(MODEL, [{ kind: 'text', chars: 3 }, { kind: 'call' }])).toBeNull();
  });

  test('no thought without a proof of it', () => {
    expect(
      writeState(MODEL, [
        { kind: 'reasoning', text: 'Hmm.' },
        { kind: 'text', chars: 3 },
      ]),
    ).toBeNull();
  });

  test('all parts of a thought whose last part has the proof', () => {
    const part = (text: string, fields: Record<string, string>): ReplyBlock => ({
      kind: 'reasoning',
      text,
      meta: { openai: { itemId: 'rs_1', ...fields } },
    });
    const state = writeState('m', [part('a', {}), part('b', { reasoningEncryptedContent: 'ENC' })]);
    expect(readState('m', state ?? '')).toHaveLength(2);
  });

  test('a state too long for the log goes without its search results', () => {
    const blocks: readonly ReplyBlock[] = [{ kind: 'reasoning', text: 'r', meta: signed }, ...search(1_000_001)];
    expect(readState(MODEL, writeState(MODEL, blocks) ?? '')?.map(({ kind }) => kind)).toEqual(['reasoning']);
  });

  test.each(['', '{}', 'null', '{"v":2,"model":"m","blocks":[]}', '{"v":1,"model":"m","blocks":[{"kind":"x"}]}'])(
    'a state that cannot be read, %j, is none',
    (state) => {
      expect(readState('m', state)).toBeNull();
    },
  );
});

describe('an earlier reply', () => {
  const blocks: readonly ReplyBlock[] = [
    { kind: 'reasoning', text: 'r', meta: signed },
    { kind: 'text', chars: 2 },
    ...search(1),
    { kind: 'text', chars: 3 },
    { kind: 'call' },
  ];

  test('is shown in the order in which it was sent', () => {
    expect(contentWith(blocks, 'abcde', ['a'])).toEqual([
      'reasoning',
      'text',
      'tool-call',
      'tool-result',
      'text',
      'tool-call',
    ]);
  });

  test.each([
    ['its text', 'abcd', ['a']],
    ['the number of its calls', 'abcde', ['a', 'b']],
  ])('whose state does not fit %s is shown as text and calls', (_, text, ids) => {
    expect(contentWith(blocks, text, ids)).toEqual(['text', ...ids.map(() => 'tool-call')]);
  });

  test('keeps arguments that are not an object from being sent', () => {
    const odd = { ...call('a'), argsJson: '[1]' };
    const message = { kind: 'assistant', text: '', calls: [odd], providerState: null } as const;
    expect(assistantContent(message, spelling)).toMatchObject([{ type: 'tool-call', input: {} }]);
  });

  test('keeps keys apart that the engine mistakes for each other', () => {
    const calls = [String.raw`{"\\":1}`, String.raw`{"\"":2}`].map((argsJson, n) => ({ ...call(`c${n}`), argsJson }));
    const message = { kind: 'assistant', text: '', calls, providerState: null } as const;
    const inputs = assistantContent(message, spelling).map((part) => (part.type === 'tool-call' ? part.input : null));
    expect(inputs.map((input) => JSON.stringify(input))).toEqual(calls.map(({ argsJson }) => argsJson));
  });
});
