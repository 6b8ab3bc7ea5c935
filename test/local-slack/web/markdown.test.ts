import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPageModule } from './support/page-module.ts';

type Part = { readonly kind: string; readonly [key: string]: unknown };
type Span = { readonly kind: string; readonly text?: string; readonly spans?: readonly Span[] };

const { markdownParts } = await loadPageModule<{ markdownParts: (text: string) => readonly Part[] }>(
  'render/markdown-blocks.js',
);
const { markdownSpans } = await loadPageModule<{ markdownSpans: (text: string) => readonly Span[] }>(
  'render/markdown-spans.js',
);

const paragraph = (text: string) => ({ kind: 'paragraph', text });

describe('Markdown', () => {
  it('a blank line parts paragraphs, a line break does not', () => {
    expect(markdownParts('one\ntwo\n\nthree')).toEqual([paragraph('one\ntwo'), paragraph('three')]);
  });

  it('headings have levels', () => {
    expect(markdownParts('# A\n### B')).toEqual([
      { kind: 'heading', level: 1, text: 'A' },
      { kind: 'heading', level: 3, text: 'B' },
    ]);
  });

  it('a fence that is still open runs to the end', () => {
    expect(markdownParts('```js\na\n\n# b')).toEqual([{ kind: 'code', text: 'a\n\n# b' }]);
  });

  it('a shorter fence inside a longer one is code', () => {
    expect(markdownParts('````\n```\n````')).toEqual([{ kind: 'code', text: '```' }]);
  });

  it('lists nest by indent and keep their start', () => {
    expect(markdownParts('3. a\n   - b\n4. c')).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        items: [
          {
            checked: undefined,
            parts: [
              paragraph('a'),
              { kind: 'list', ordered: false, start: 1, items: [{ checked: undefined, parts: [paragraph('b')] }] },
            ],
          },
          { checked: undefined, parts: [paragraph('c')] },
        ],
      },
    ]);
  });

  it('task items are checked or not', () => {
    const [list] = markdownParts('- [x] done\n- [ ] open');
    expect(list).toMatchObject({ items: [{ checked: true }, { checked: false }] });
  });

  it('quotes hold blocks', () => {
    expect(markdownParts('> # A\n> b')).toEqual([
      { kind: 'quote', parts: [{ kind: 'heading', level: 1, text: 'A' }, paragraph('b')] },
    ]);
  });

  it('a table has alignments, and an escaped bar is a letter', () => {
    expect(markdownParts('a | b\n--|:-:\n1 | x\\|y')).toEqual([
      { kind: 'table', align: ['left', 'center'], head: ['a', 'b'], rows: [['1', 'x|y']] },
    ]);
  });

  it.each([
    ['**a**', { kind: 'bold', spans: [{ kind: 'text', text: 'a' }] }],
    ['*a*', { kind: 'italic', spans: [{ kind: 'text', text: 'a' }] }],
    ['~~a~~', { kind: 'strike', spans: [{ kind: 'text', text: 'a' }] }],
    ['``a ` b``', { kind: 'code', text: 'a ` b' }],
    ['[a](https://b.example)', { kind: 'link', url: 'https://b.example', spans: [{ kind: 'text', text: 'a' }] }],
    [
      'https://b.example/c',
      { kind: 'link', url: 'https://b.example/c', spans: [{ kind: 'text', text: 'https://b.example/c' }] },
    ],
    ['<@U0BOB>', { kind: 'person', id: 'U0BOB' }],
    ['\\*', { kind: 'text', text: '*' }],
    ['<b>', { kind: 'text', text: '<b>' }],
    ['snake_case_name', { kind: 'text', text: 'snake_case_name' }],
    ['2 * 3', { kind: 'text', text: '2 * 3' }],
  ])('%s is read as it should be', (text, span) => {
    expect(markdownSpans(text)).toEqual([span]);
  });

  it('reads any text, into no more parts than it has letters', () => {
    const line = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '*', '`', '>', '-', '|', '#', '1', '.'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(line, (text) => {
        expect(markdownParts(text).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
