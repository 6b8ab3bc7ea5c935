import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defuseProse, makeProseDefuser } from '../../src/domain/text/prose.ts';

describe('prose of a model', () => {
  it.each([
    ['<!channel> look', '&lt;!channel&gt; look'],
    ['<!here|here>', '&lt;!here|here&gt;'],
    ['<!everyone>', '&lt;!everyone&gt;'],
    ['<!subteam^S012|@ops>', '&lt;!subteam^S012|@ops&gt;'],
    ['<@U0ADMIN>', '&lt;@U0ADMIN&gt;'],
    ['<@U0ADMIN|boss>', '&lt;@U0ADMIN|boss&gt;'],
    ['<#C0123|general>', '&lt;#C0123|general&gt;'],
    ['<<!channel>>', '<&lt;!channel&gt;>'],
    ['<a <!channel>', '<a &lt;!channel&gt;'],
    ['<https://evil.com|Approve here>', '&lt;https://evil.com|Approve here&gt;'],
    ['<https://evil.com|https://good.com>', '&lt;https://evil.com|https://good.com&gt;'],
    ['<https://good.com@evil.com|good.com>', '&lt;https://good.com@evil.com|good.com&gt;'],
    ['<mailto:eve@evil.com|bob@good.com>', '&lt;mailto:eve@evil.com|bob@good.com&gt;'],
    ['<https://evil.com/<x|Approve>', '&lt;https://evil.com/<x|Approve>'],
    ['<https://evil.com/good.com|good.com>', '&lt;https://evil.com/good.com|good.com&gt;'],
    ['<xhttps://good.com|xgood.com>', '&lt;xhttps://good.com|xgood.com&gt;'],
    ['<tel:+1900|tel:+1800>', '&lt;tel:+1900|tel:+1800&gt;'],
    ['ends with <!channel', 'ends with &lt;!channel'],
  ])('%s is shown as text', (text, shown) => {
    expect(defuseProse(text)).toBe(shown);
  });

  it.each([
    '**bold** and `code` & more',
    '<https://example.com/a?b=c>',
    '<https://example.com|https://example.com>',
    '<https://example.com/|example.com>',
    '<https://example.com/a/b|example.com>',
    '<https://example.com/a/b|https://example.com/a/b>',
    '<http://example.com?q=1|example.com>',
    '<https://example.com#top|HTTPS://Example.com/>',
    '<mailto:bob@example.com|bob@example.com>',
    '<tel:+1800|+1800>',
    '<plain|word.with.dots>',
    '<|label.only>',
    'if (a < b && c > d) {}',
    '<div>text</div>',
    'Map<string, number>',
    'a <- b -> c',
    '> quoted',
  ])('%s is left alone', (text) => {
    expect(defuseProse(text)).toBe(text);
  });

  it('never mentions anyone, whatever it is made of', () => {
    const piece = fc.constantFrom('<', '>', '!', '@U1', '#C1', 'channel', '|', 'a', ' ', 'https://e.vil', '\n', '&');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        expect(defuseProse(pieces.join(''))).not.toMatch(/<[!@#]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('is only changed by entities', () => {
    const piece = fc.constantFrom('<', '>', '!', '@U1', '|', 'a', ' ', 'https://e.vil');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join('');
        expect(defuseProse(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(text);
      }),
    );
  });
});

describe('prose that arrives in pieces', () => {
  it('is shown as it arrives', () => {
    expect(makeProseDefuser().push('hello wor')).toBe('hello wor');
  });

  it('holds back a mention until it is whole', () => {
    const defuser = makeProseDefuser();
    expect(['hi <', '!chan', 'nel> there'].map((chunk) => defuser.push(chunk))).toEqual([
      'hi ',
      '',
      '&lt;!channel&gt; there',
    ]);
  });

  it('goes on at once where a < opens nothing', () => {
    const defuser = makeProseDefuser();
    expect([defuser.push('a <'), defuser.push(' b')]).toEqual(['a ', '< b']);
  });

  it('shows what was held back when the text ends', () => {
    const defuser = makeProseDefuser();
    defuser.push('see <https://exam');
    expect(defuser.end()).toBe('&lt;https://exam');
  });

  it('does not hold back without end', () => {
    const defuser = makeProseDefuser();
    expect(defuser.push(`<https://${'x'.repeat(5000)}`)).toBe(`&lt;https://${'x'.repeat(5000)}`);
  });

  it('comes out the same however it was cut', () => {
    const piece = fc.constantFrom('<', '>', '!', '@U1', '|', 'a', ' ', 'https://e.vil', '\n', 'x'.repeat(2999), '😀');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 4000 })), (pieces, cuts) => {
        const text = pieces.join('');
        const defuser = makeProseDefuser();
        let shown = '';
        let at = 0;
        for (const cut of [...cuts, text.length]) {
          shown += defuser.push(text.slice(at, at + cut));
          at += cut;
        }
        expect(shown + defuser.end()).toBe(defuseProse(text));
      }),
      { numRuns: 2000 },
    );
  });
});
