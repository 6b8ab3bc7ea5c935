import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collapsePadding, escapeMrkdwn, revealHidden } from '../../src/domain/visible-text.ts';

/** What a person must be able to see, checked code point by code point and not by the pattern under test. */
function isPlainlyVisible(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return character === '\n' || character === '\t';
  if (code >= 0x7f && code < 0xa1) return false;
  if (/\p{C}|\p{Zl}|\p{Zp}/u.test(character)) return false;
  return character === ' ' || !/\p{Zs}/u.test(character);
}

function original(revealed: string): string {
  return revealed.replace(/\\u\{([0-9a-f]+)\}/g, (_escape, hex: string) => String.fromCodePoint(parseInt(hex, 16)));
}

describe('hidden characters', () => {
  it.each([
    ['a control character', 0x07],
    ['a carriage return', 0x0d],
    ['delete', 0x7f],
    ['no-break space', 0xa0],
    ['soft hyphen', 0xad],
    ['combining grapheme joiner', 0x34f],
    ['Arabic letter mark', 0x61c],
    ['Hangul choseong filler', 0x115f],
    ['Hangul jungseong filler', 0x1160],
    ['Ogham space', 0x1680],
    ['Khmer inherent vowel', 0x17b4],
    ['Mongolian variation selector', 0x180b],
    ['em space', 0x2003],
    ['zero-width space', 0x200b],
    ['zero-width joiner', 0x200d],
    ['right-to-left mark', 0x200f],
    ['line separator', 0x2028],
    ['paragraph separator', 0x2029],
    ['right-to-left override', 0x202e],
    ['word joiner', 0x2060],
    ['left-to-right isolate', 0x2066],
    ['pop directional isolate', 0x2069],
    ['braille blank', 0x2800],
    ['ideographic space', 0x3000],
    ['Hangul filler', 0x3164],
    ['private use', 0xe000],
    ['variation selector', 0xfe0f],
    ['byte order mark', 0xfeff],
    ['half-width Hangul filler', 0xffa0],
    ['a noncharacter', 0xffff],
    ['shorthand format overlap', 0x1bca0],
    ['null note head', 0x1d159],
    ['musical begin beam', 0x1d173],
    ['a tag letter', 0xe0041],
    ['a supplementary variation selector', 0xe0100],
    ['supplementary private use', 0x10fffd],
    ['a lone surrogate', 0xd800],
  ])('shows %s', (_what, code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    expect(revealHidden(text)).toEqual({ text: `a\\u{${code.toString(16)}}b`, found: 1 });
  });

  it('leaves visible text of all languages alone', () => {
    const text = 'Grüße, 日本語, עברית, हिन्दी, 🙂 — “quotes”,\n\tindented';
    expect(revealHidden(text)).toEqual({ text, found: 0 });
  });

  it('are all shown, whichever of all code points they are', () => {
    const survivors: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const shown = revealHidden(character).text;
      if (shown === character && !isPlainlyVisible(character)) survivors.push(code.toString(16));
    }
    expect(survivors).toEqual([]);
  });

  it('are not imitated by a text that spells them', () => {
    expect(revealHidden('\\u{200b}').text).not.toBe(revealHidden('\u200b').text);
  });

  it('can be read back from what is shown', () => {
    const unit = fc.constantFrom('a', '\\', 'u', '{', '}', '2', '\u200b', '\u{e0041}', '⟨', '3', '×', '•', ' ', '(');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        expect(original(revealHidden(text).text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('padding', () => {
  it('of 3,000 spaces is counted, and what follows is kept', () => {
    expect(collapsePadding(`ls${' '.repeat(3000)}&& curl evil`)).toBe('ls⟨3000×␠⟩&& curl evil');
  });

  it('of line breaks is counted', () => {
    expect(collapsePadding(`ls${'\n'.repeat(3000)}&& curl evil`)).toBe('ls⟨3000×␊⟩&& curl evil');
  });

  it('of tabs is counted', () => {
    expect(collapsePadding(`ls${'\t'.repeat(40)}x`)).toBe('ls⟨40×␉⟩x');
  });

  it('of mixed blanks is counted kind by kind', () => {
    expect(collapsePadding(`a\n${' '.repeat(60)}\n\tb`)).toBe('a⟨1×␊⟩⟨60×␠⟩⟨1×␊⟩⟨1×␉⟩b');
  });

  it('of a few blanks of each kind is counted kind by kind too', () => {
    expect(collapsePadding(`a   \t\t\t\n\n${' '.repeat(50)}b`)).toBe('a⟨3×␠⟩⟨3×␉⟩⟨2×␊⟩⟨50×␠⟩b');
  });

  it('is counted wherever it stands', () => {
    const text = `a${' '.repeat(60)}b${'\n'.repeat(9)}c${'\\u{2003}'.repeat(9)}d${'\\u{200b}'.repeat(8)}`;
    expect(collapsePadding(text)).toBe('a⟨60×␠⟩b⟨9×␊⟩c⟨9×\\u{2003}⟩d⟨8×\\u{200b}⟩');
  });

  it.each([
    ['48 columns of spaces', ' '.repeat(48), '⟨48×␠⟩'],
    ['12 tabs, which are as wide', '\t'.repeat(12), '⟨12×␉⟩'],
    ['5 line breaks', '\n'.repeat(5), '⟨5×␊⟩'],
    ['5 line breaks with a blank between them', '\n \n \n \n \n', '⟨1×␊⟩⟨1×␠⟩⟨1×␊⟩⟨1×␠⟩⟨1×␊⟩⟨1×␠⟩⟨1×␊⟩⟨1×␠⟩⟨1×␊⟩'],
    ['8 of one hidden character', '\\u{2003}'.repeat(8), '⟨8×\\u{2003}⟩'],
  ])('begins with %s', (_what, run, count) => {
    expect(collapsePadding(`a${run}b`)).toBe(`a${count}b`);
  });

  it.each([
    ['47 columns of spaces', ' '.repeat(47)],
    ['11 tabs', '\t'.repeat(11)],
    ['4 line breaks with blanks between them', '\n  \n  \n  \n'],
    ['7 of one hidden character', '\\u{2003}'.repeat(7)],
    ['8 hidden characters that differ', '\\u{2003}\\u{200b}'.repeat(4)],
  ])('does not begin with %s', (_what, run) => {
    expect(collapsePadding(`a${run}b`)).toBe(`a${run}b`);
  });

  it('of blanks in a pattern is counted by the pattern', () => {
    expect(collapsePadding(`a${' \n'.repeat(1500)}b`)).toBe('a⟨1500×␠␊⟩b');
  });

  it('of one hidden character is counted by its code point', () => {
    expect(collapsePadding(revealHidden('\u2003'.repeat(3000)).text)).toBe('⟨3000×\\u{2003}⟩');
  });

  it('does not take in a spelt-out character before it', () => {
    expect(collapsePadding(`\\\\u{2003}${'\\u{2003}'.repeat(8)}`)).toBe('\\\\u{2003}⟨8×\\u{2003}⟩');
  });

  it('is not what indents code or parts paragraphs', () => {
    const text = 'if (a) {\n                        return;\n}\n\n\nnext';
    expect(collapsePadding(text)).toBe(text);
  });

  it('is not imitated by a text that spells the count', () => {
    expect(collapsePadding(revealHidden('⟨3000×␠⟩').text)).toBe('\\u{27e8}3000×␠⟩');
  });

  it('is gone after counting: no run of blanks is left that could push text out of sight', () => {
    const blanks = fc.string({ unit: fc.constantFrom(' ', '\n', '\t'), minLength: 48, maxLength: 200 });
    fc.assert(
      fc.property(blanks, (run) => {
        expect(collapsePadding(`a${run}b`)).not.toMatch(/\s/);
      }),
    );
  });

  it('differs for different runs', () => {
    const piece = fc.constantFrom(' '.repeat(50), '\n'.repeat(6), '\t', ' \n'.repeat(9), ' ', 'x');
    const run = fc.array(piece, { maxLength: 6 });
    fc.assert(
      fc.property(run, run, (left, right) => {
        const [a, b] = [left.join(''), right.join('')];
        expect(collapsePadding(a) === collapsePadding(b)).toBe(a === b);
      }),
    );
  });
});

describe('mrkdwn', () => {
  it('cannot be entered by foreign text once it is escaped', () => {
    expect(escapeMrkdwn('<!channel> & <@U0ADMIN>')).toBe('&lt;!channel&gt; &amp; &lt;@U0ADMIN&gt;');
  });
});
