import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { ReplyReader } from '../../../src/models/reply/read-reply.ts';

const readAll = (...parts: readonly LanguageModelV4StreamPart[]) => {
  const reader = new ReplyReader(new Map());
  return { reader, heard: parts.flatMap((part) => [...reader.read(part)]) };
};

const source = (url: string): LanguageModelV4StreamPart => ({ type: 'source', sourceType: 'url', id: 's', url });

describe('reading a reply', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', `https://example.com/${'x'.repeat(3_000)}`])(
    'a source that is no page to open is not shown: %s',
    (url) => {
      expect(readAll(source(url)).heard).toEqual([]);
    },
  );

  test('a source grounds the reply whether it is shown or not', () => {
    expect(readAll(source('data:text/html,x')).reader.grounded).toBe(true);
  });

  test('a model that thinks without end is stopped', () => {
    const thought = { type: 'reasoning-delta', id: 'r', delta: 'x'.repeat(1_000_000) } as const;
    expect(() => readAll(thought, thought, thought)).toThrow('thinks without end');
  });

  test('a reply in endless parts is stopped', () => {
    const opened = Array.from({ length: 10_001 }, (_, n) => ({ type: 'text-start', id: `${n}` }) as const);
    expect(() => readAll(...opened)).toThrow('more parts');
  });

  test('a signature that comes in pieces stays with its block', () => {
    const { reader } = readAll(
      { type: 'reasoning-start', id: 'r', providerMetadata: { openai: { itemId: 'rs', secret: null } } },
      { type: 'reasoning-delta', id: 'r', delta: 'Hmm.' },
      { type: 'reasoning-end', id: 'r', providerMetadata: { openai: { reasoningEncryptedContent: 'ENC' } } },
    );
    expect(reader.blocks).toMatchObject([
      { kind: 'reasoning', text: 'Hmm.', meta: { openai: { itemId: 'rs', reasoningEncryptedContent: 'ENC' } } },
    ]);
  });

  test('a call of a tool nobody offered keeps the name the model gave it', () => {
    const { heard } = readAll({ type: 'tool-call', toolCallId: 'a', toolName: 'rm -rf', input: '{}' });
    expect(heard).toMatchObject([{ type: 'tool-call', toolName: 'rm -rf' }]);
  });

  test('a call the provider runs itself is none of ours, whatever its name', () => {
    const { heard, reader } = readAll({
      type: 'tool-call',
      toolCallId: 'a',
      toolName: 'shop__refund',
      input: '{}',
      providerExecuted: true,
    });
    expect(heard).toEqual([{ type: 'provider-tool-result', providerCallId: 'a' }]);
    expect(reader.ownCalls).toBe(0);
  });

  test('text goes on as a paragraph of its own after a search, and as it is after more text', () => {
    const { reader } = readAll(
      { type: 'text-delta', id: '1', delta: 'One' },
      { type: 'text-end', id: '1' },
      { type: 'text-delta', id: '2', delta: ' and two.' },
      { type: 'text-end', id: '2' },
      { type: 'tool-call', toolCallId: 's', toolName: 'web_search', input: '{}', providerExecuted: true },
      { type: 'text-delta', id: '3', delta: 'Three.' },
    );
    expect(reader.text).toBe('One and two.\n\nThree.');
  });
});
