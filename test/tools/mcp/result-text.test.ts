import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../src/domain/attached-file.ts';
import { MAX_MEDIA } from '../../../src/tools/mcp/found-media.ts';
import { callResult, contentOf, contentOfResources, readResult } from '../../../src/tools/mcp/result-text.ts';
import { base64, large, png } from '../../support/tools/pictures.ts';

const shown = (result: unknown) => contentOf(callResult.parse(result));
const picture = base64(png);
const sound = base64(new Uint8Array(10));
const image = (data: string) => ({ type: 'image', data, mimeType: 'image/png' });

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
      '(image, image/png, 11 bytes)',
    ],
    [
      'sound by type and size',
      { content: [{ type: 'audio', data: sound }] },
      '(audio, unknown type, 10 bytes, not shown)',
    ],
    ['an embedded text', { content: [{ type: 'resource', resource: { uri: 'a://b', text: 'inside' } }] }, 'inside'],
    [
      'an embedded file',
      { content: [{ type: 'resource', resource: { uri: 'a://b', blob: sound } }] },
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
    expect(shown(result)).toMatchObject({ text, isError: false });
  });

  test('that the tool calls an error is one', () => {
    expect(shown({ content: [{ type: 'text', text: 'no' }], isError: true }).isError).toBe(true);
  });

  test('is bounded', () => {
    expect(shown({ content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] }).text.length).toBe(1_000_000);
  });

  test('of a resource is its text', () => {
    expect(contentOfResources(readResult.parse({ contents: [{ uri: 'a://b', text: 'x' }] })).text).toBe('x');
  });
});

describe('the media of a result', () => {
  const bytesIn = (result: unknown) => shown(result).media.map(({ mediaType, bytes }) => [mediaType, base64(bytes)]);

  test('are its pictures, and those of resources in it', () => {
    const embedded = { type: 'resource', resource: { uri: 'a://b', blob: picture } };
    expect(bytesIn({ content: [image(picture), { type: 'text', text: 'a' }, embedded] })).toEqual([
      ['image/png', picture],
      ['image/png', picture],
    ]);
    expect(contentOfResources(readResult.parse({ contents: [{ uri: 'a://b', blob: picture }] })).media).toHaveLength(1);
  });

  test.each([
    ['image/png', png],
    ['image/jpeg', Uint8Array.from([255, 216, 255, 224, 0])],
    ['image/gif', Buffer.from('GIF89a\u0001')],
    ['image/webp', Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
    ['application/pdf', Buffer.from('%PDF-1.7')],
  ])('are %s by how they begin, whatever the server calls them', (mediaType, bytes) => {
    expect(bytesIn({ content: [{ type: 'image', data: base64(bytes), mimeType: 'text/x-lie' }] })).toEqual([
      [mediaType, base64(bytes)],
    ]);
  });

  test.each([
    ['a page that calls itself a picture', Buffer.from('<svg onload=alert(1)>')],
    ['nothing', Buffer.alloc(0)],
    ['half a signature', png.subarray(0, 4)],
  ])('are not %s', (_what, bytes) => {
    const { text, media } = shown({ content: [image(base64(bytes))] });
    expect([media, text]).toEqual([[], `(image, image/png, ${bytes.length} bytes, not shown)`]);
  });

  test('are at most five megabytes each', () => {
    const { text, media } = shown({ content: [image(base64(large(MAX_FILE_BYTES + 1)))] });
    expect([media, text]).toEqual([[], '(image, image/png, 5000001 bytes, not shown: larger than 5 MB)']);
    expect(shown({ content: [image(base64(large(MAX_FILE_BYTES)))] }).media).toHaveLength(1);
  });

  test('are at most so many, and so many bytes, in one result', () => {
    const many = Array.from({ length: MAX_MEDIA + 1 }, () => image(picture));
    expect(shown({ content: many }).media).toHaveLength(MAX_MEDIA);
    const heavy = shown({ content: [0, 1, 2].map(() => image(base64(large(4_000_000)))) });
    expect(heavy.media).toHaveLength(2);
    expect(heavy.text).toContain('not shown: too much for one result');
  });
});
