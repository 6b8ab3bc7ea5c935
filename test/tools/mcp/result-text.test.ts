import { describe, expect, test } from 'vitest';
import { callResult, outputOf, outputOfResources, readResult } from '../../../src/tools/mcp/result-text.ts';

const shown = (result: unknown) => outputOf(callResult.parse(result));
const picture = Buffer.alloc(10).toString('base64');

describe('a result as text', () => {
  test.each([
    [
      'text as it is',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      'a\nb',
    ],
    [
      'a picture by type and size',
      { content: [{ type: 'image', data: picture, mimeType: 'image/png' }] },
      '(image, image/png, 10 bytes, not shown)',
    ],
    [
      'sound by type and size',
      { content: [{ type: 'audio', data: picture }] },
      '(audio, unknown type, 10 bytes, not shown)',
    ],
    ['an embedded text', { content: [{ type: 'resource', resource: { uri: 'a://b', text: 'inside' } }] }, 'inside'],
    [
      'an embedded file',
      { content: [{ type: 'resource', resource: { uri: 'a://b', blob: picture } }] },
      '(a://b, unknown type, 10 bytes, not shown)',
    ],
    ['a link', { content: [{ type: 'resource_link', uri: 'a://b', name: 'B' }] }, '(link: B a://b)'],
    ['a kind nobody knows', { content: [{ type: 'hologram' }] }, '(content of type "hologram", not shown)'],
    ['what can be read beside what cannot', { content: [null, 7, { text: 'x' }, { type: 'text', text: 'a' }] }, 'a'],
    ['structure where there is no text', { structuredContent: { n: 1 } }, '{"n":1}'],
    [
      'text in place of its structure',
      { content: [{ type: 'text', text: 'n is 1' }], structuredContent: { n: 1 } },
      'n is 1',
    ],
    ['nothing', {}, '(no content)'],
    ['content that is none', { content: 'x' }, '(no content)'],
    ['half a surrogate pair', { content: [{ type: 'text', text: '\ud800' }] }, '\ufffd'],
  ])('shows %s', (_what, result, text) => {
    expect(shown(result)).toEqual({ text, isError: false });
  });

  test('that the tool calls an error is one', () => {
    expect(shown({ content: [{ type: 'text', text: 'no' }], isError: true }).isError).toBe(true);
  });

  test('is bounded', () => {
    expect(shown({ content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] }).text.length).toBe(1_000_000);
  });

  test('of a resource is its text', () => {
    expect(outputOfResources(readResult.parse({ contents: [{ uri: 'a://b', text: 'x' }] })).text).toBe('x');
  });
});
