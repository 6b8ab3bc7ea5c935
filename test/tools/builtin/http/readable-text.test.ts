import { describe, expect, test } from 'vitest';
import { readableText } from '../../../../src/tools/builtin/http/readable-text.ts';

const base = new URL('https://shop.example/reviews/may');
const read = (html: string): string => readableText(html, base);

describe('a page as text', () => {
  test.each([
    ['blocks stand on lines of their own', '<h1>Lamps</h1><p>Two\n of  them</p>', 'Lamps\nTwo of them'],
    ['inline elements do not break words', 'a<b>b</b>c', 'abc'],
    ['items are marked', '<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
    ['cells are kept apart', '<tr><td>lamp</td><td>39</td></tr>', 'lamp 39'],
    ['links say where they lead', '<a href="/pricing">Prices</a>', 'Prices (https://shop.example/pricing)'],
    ['links to nowhere on the web do not', '<a href="javascript:x()">Go</a><a href="#top">Top</a>', 'GoTop'],
    ['scripts and styles are left out', '<style>p{}</style>a<script>if (1<2) x("</p>")</script>b', 'ab'],
    ['a script with tags in it ends where it ends', '<script>"<b>"; a<b</script>text', 'text'],
    ['a script that never ends takes the rest', 'a<script>b', 'a'],
    ['comments are left out', 'a<!-- <p>hidden</p> -->b', 'ab'],
    ['a comment that never ends takes the rest', 'a<!-- b', 'a'],
    ['entities are characters', '&lt;b&gt; &amp;amp; &#233;&#xe9; &nbsp;&euro;', '<b> &amp; éé €'],
    ['unknown entities stay', '&nosuch; &; &#;', '&nosuch; &; &#;'],
    ['impossible characters are replaced', '&#0;&#xD800;&#x110000;', '\ufffd\ufffd\ufffd'],
    ['a lone < is text', '1 < 2 and <3', '1 < 2 and <3'],
    ['a tag that never ends is no text', 'a<b', 'a'],
    ['no tags at all', 'plain', 'plain'],
  ])('%s', (_what, html, text) => {
    expect(read(html)).toBe(text);
  });

  test.each([
    ['open tags', '<'],
    ['scripts', '<script>'],
    ['comments', '<!--'],
    ['half links', '<a href='],
    ['entities', '&#'],
    ['spaces', '<a                '],
  ])('a megabyte of %s is read to its end', (_what, piece) => {
    // Anything worse than linear would not come back within the runner's own limit.
    expect(typeof read(piece.repeat(1_000_000 / piece.length))).toBe('string');
  });
});
