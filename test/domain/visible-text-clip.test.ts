import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, codePoints, MIN_PAGE_CHARS, pagesOf, shownLength } from '../../src/domain/text/clip.ts';

const piece = fc.constantFrom(
  'a',
  'b',
  '\n',
  ' ',
  '&',
  '<',
  '😀',
  '\\\\',
  '\\u{200b}',
  '\\',
  '⟨3000×␠⟩',
  '⟨12×␠␊⟩',
  '•••• (len 24, sha256 ab12cd34)',
  '&amp;',
  'u{',
);
// By its own choice of sizes fast-check would hardly ever make a text that has to be cut.
const text = fc.array(piece, { maxLength: 150, size: 'max' }).map((pieces) => pieces.join(''));

/** Whether a boundary inside the text falls into an escape, a mark, an entity or a surrogate pair. */
function cuts(whole: string, at: number): boolean {
  const pieces = /\\(?:u\{[0-9a-f]{1,6}\}|[^\s])|⟨[0-9]+×[^⟩]+⟩|•••• \([^)]+\)|&amp;|[\u{10000}-\u{10ffff}]/gu;
  return Array.from(whole.matchAll(pieces)).some((match) => match.index < at && at < match.index + match[0].length);
}

describe('clipping', () => {
  it('leaves a text that fits as it is', () => {
    expect(clip('short', 5)).toEqual({ text: 'short', omitted: 0 });
  });

  it('keeps head and tail and says how much is missing', () => {
    const { text: shown, omitted } = clip(`head${'x'.repeat(50_000)}&& curl evil`, 300);
    expect(shown.startsWith('headxxx')).toBe(true);
    expect(shown.endsWith('xxx&& curl evil')).toBe(true);
    expect(shown).toContain(`⟨${omitted} characters not shown⟩`);
  });

  it('counts the characters that are missing exactly', () => {
    const whole = '😀'.repeat(1000);
    const { text: shown, omitted } = clip(whole, 200);
    expect(Array.from(shown).filter((character) => character === '😀').length + omitted).toBe(1000);
  });

  it('marks a short label with a single character', () => {
    expect(clip('a name that is much too long', 11)).toEqual({ text: 'a nam… long', omitted: 18 });
  });

  it.each([
    ['a name that is much too long', 2, 'a…', 27],
    ['a name that is much too long', 1, '…', 28],
    ['a name that is much too long', 0, '', 28],
    ['😀'.repeat(10), 9, '😀😀…😀😀', 6],
    ['😀'.repeat(10), 11, '😀😀…😀😀', 6],
    ['a&b&c', 5, 'a…c', 3],
    ['\uffff\ud800ab', 3, '\uffff…b', 2],
  ])('cuts %j to %i as %j', (whole, limit, shown, omitted) => {
    expect(clip(whole, limit)).toEqual({ text: shown, omitted });
  });

  it.each([
    '⟨3000×␠⟩',
    '⟨12×␠␊⟩',
    '⟨9×\\u{200b}⟩',
    '•••• (len 24, sha256 ab12cd34)',
    '&lt;',
    '&amp;',
    '\\u{e0041}',
    '😀',
  ])('keeps %s whole, wherever the cut would fall', (mark) => {
    for (let limit = MIN_PAGE_CHARS; limit < MIN_PAGE_CHARS + 80; limit += 1) {
      const rest = clip(mark.repeat(100), limit).text.replaceAll(mark, '');
      expect(rest).toMatch(/^ ⟨\d+ characters not shown⟩ $/);
    }
  });

  it('counts & < > as the entities that Slack makes of them', () => {
    expect(shownLength('a&<>b')).toBe(15);
    expect(shownLength(clip('<'.repeat(1000), 400).text)).toBeLessThanOrEqual(400);
  });

  it('does not cut an escape in two', () => {
    for (let limit = MIN_PAGE_CHARS; limit < MIN_PAGE_CHARS + 20; limit += 1) {
      expect(clip('\\u{200b}'.repeat(100), limit).text.replaceAll('\\u{200b}', '')).toMatch(
        /^ ⟨\d+ characters not shown⟩ $/,
      );
    }
  });

  it('does not cut between two backslashes that mean one, however long their run is', () => {
    for (let limit = MIN_PAGE_CHARS + 200; limit < MIN_PAGE_CHARS + 210; limit += 1) {
      const [head = '', tail = ''] = clip(`a${'\\\\'.repeat(500)}`, limit).text.split(/ ⟨\d+ characters not shown⟩ /);
      expect([head.length % 2, tail.length % 2]).toEqual([1, 0]);
    }
  });

  it('never exceeds the limit', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 500 }), (whole, limit) => {
        expect(shownLength(clip(whole, limit).text)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps a true head and a true tail, cut between pieces', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: MIN_PAGE_CHARS, max: 300 }), (whole, limit) => {
        const { text: shown, omitted } = clip(whole, limit);
        const [head = '', tail = ''] = shown.split(` ⟨${omitted} characters not shown⟩ `);
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(cuts(whole, head.length) || cuts(whole, whole.length - tail.length)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('pages', () => {
  const pageChars = fc.integer({ min: MIN_PAGE_CHARS, max: 300 });

  it('one after the other are the whole text', () => {
    fc.assert(
      fc.property(text, pageChars, (whole, limit) => {
        expect(pagesOf(whole, limit).join('')).toBe(whole);
      }),
      { numRuns: 1000 },
    );
  });

  it('are each within the limit, not empty, and cut between pieces', () => {
    fc.assert(
      fc.property(text, pageChars, (whole, limit) => {
        let end = 0;
        for (const page of pagesOf(whole, limit)) {
          end += page.length;
          expect(page.length).toBeGreaterThan(0);
          expect(shownLength(page)).toBeLessThanOrEqual(limit);
          expect(cuts(whole, end)).toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('end with a line where one ends near', () => {
    const line = `${'x'.repeat(29)}\n`;
    expect(pagesOf(line.repeat(10), 100)).toEqual([line.repeat(3), line.repeat(3), line.repeat(3), line]);
  });

  it.each([
    ['a line that fills the page', ['x'.repeat(100), `\n${'y'.repeat(99)}`, 'y']],
    [
      'a line that ends where the last part of the page begins',
      [`${'x'.repeat(69)}\n${'y'.repeat(30)}`, 'y'.repeat(70)],
    ],
    ['a line that ends just inside it', [`${'x'.repeat(70)}\n`, 'y'.repeat(100)]],
    ['a line that ends near, if all the rest fits', [`${'x'.repeat(80)}\n${'y'.repeat(19)}`]],
  ])('are cut at or after %s', (_what, pages) => {
    expect(pagesOf(pages.join(''), 100)).toEqual(pages);
  });

  it('are none for no text', () => {
    expect(pagesOf('', 1000)).toEqual([]);
  });

  it('of a megabyte are cut', () => {
    expect(pagesOf('\\'.repeat(1_000_000), 2800).length).toBeGreaterThan(350);
  });

  it('have a least size', () => {
    expect(() => pagesOf('text', MIN_PAGE_CHARS - 1)).toThrow(new RangeError('A page has at least 100 characters'));
  });
});

describe('code points', () => {
  it.each([
    ['', 0],
    ['a\uffff', 2],
    ['\uffffa', 2],
    ['a😀b', 3],
    ['\ud800', 1],
    ['\udc00\ud800', 2],
  ])('of %j are %i', (text, count) => {
    expect(codePoints(text)).toBe(count);
  });
});
