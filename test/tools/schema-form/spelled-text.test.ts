import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORM_LIMITS } from '../../../src/ports/edit-form.ts';
import { isPlain, readSpelled, spellLines, spellText } from '../../../src/tools/schema-form/spelled-text.ts';
import { harsh } from '../../support/modal-submission.ts';

function spelled(text: string) {
  const result = spellText(text);
  if (result === null) throw new Error('too long');
  return result;
}

function boxLength(box: string): number {
  return box.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').length;
}

const letters = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\\',
    '&lt;',
    'u{41}',
    '\t',
    '\r',
    '\u200b',
    '\u00a0',
    '😀',
    'e',
    '\u0301',
    '\u0000',
  ),
  maxLength: 12,
});

describe('text in boxes', () => {
  it.each(['words', 'two\nlines', 'C:\\new\\table', 'a < b && c > d', 'naïve café', '日本語'])(
    'stands as it is: %j',
    (text) => {
      expect(spelled(text)).toEqual({ spelling: 'plain', boxes: [text] });
    },
  );

  it.each([
    [' edges ', '\\u{20}edges\\u{20}'],
    ['line\n', 'line\\n'],
    ['a\tb\\c', 'a\\tb\\\\c'],
    ['\r\n', '\\r\\n'],
    ['a &lt; b', 'a \\u{26}lt; b'],
    ['wow 😀', 'wow \\u{1f600}'],
    ['e\u0301', 'e\\u{301}'],
    ['\u202eevil', '\\u{202e}evil'],
    ['no\u00a0break', 'no\\u{a0}break'],
    ['nul\u0000', 'nul\\u{0}'],
  ])('is escaped where a box would not keep it: %j', (text, box) => {
    expect(spelled(text)).toEqual({ spelling: 'escaped', boxes: [box] });
  });

  it('comes back from the worst client', () => {
    fc.assert(
      fc.property(letters, (text) => {
        const { spelling, boxes } = spelled(text);
        expect(readSpelled(spelling, boxes.map(harsh))).toEqual({ kind: 'text', text });
      }),
      { numRuns: 5_000 },
    );
  });

  it('comes back from the worst client when it is long, in boxes Slack takes', () => {
    const long = fc.tuple(letters, fc.integer({ min: 1, max: 2_000 })).map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(fc.array(long, { maxLength: 3 }), (parts) => {
        const text = parts.join('');
        const result = spellText(text);
        fc.pre(result !== null);
        expect(Math.max(0, ...result.boxes.map(boxLength))).toBeLessThanOrEqual(3_000);
        expect(readSpelled(result.spelling, result.boxes.map(harsh))).toEqual({ kind: 'text', text });
      }),
      { numRuns: 200 },
    );
  });

  it('is cut between visible characters', () => {
    const { spelling, boxes } = spelled('word '.repeat(2_000).trim());

    expect({ spelling, all: boxes.every(isPlain), several: boxes.length > 3 }).toEqual({
      spelling: 'plain',
      all: true,
      several: true,
    });
  });

  it('is refused when it needs more boxes than a form has', () => {
    const longest = 'x'.repeat(FORM_LIMITS.boxLength * FORM_LIMITS.boxesPerValue);

    expect([spellText(longest)?.boxes.length, spellText(`${longest}x`)]).toEqual([FORM_LIMITS.boxesPerValue, null]);
  });

  it('counts entities as Slack does', () => {
    expect(spelled('<'.repeat(FORM_LIMITS.boxLength)).boxes).toHaveLength(4);
  });
});

describe('escapes a person wrote', () => {
  it.each(['a\\', 'a\\x', '\\u{110000}', '\\u{d800}', '\\u{}', '\\u41'])(
    'are refused with their position: %j',
    (text) => {
      const at = text.indexOf('\\') + 1;

      expect(readSpelled('escaped', [text])).toEqual({
        kind: 'problem',
        problem: `Line 1, column ${at}: a backslash is written \\\\ here.`,
      });
    },
  );
});

describe('texts of one line each', () => {
  it('stand one a line', () => {
    expect(spellLines(['a', 'b c'])).toEqual({ spelling: 'plain', boxes: ['a\nb c'] });
  });

  it('are escaped together when one has a line break', () => {
    expect(spellLines(['a\\', 'b\nc'])).toEqual({ spelling: 'escaped', boxes: ['a\\\\\nb\\nc'] });
  });

  it('cannot show an empty text', () => {
    expect(spellLines(['a', ''])).toBeNull();
  });
});
