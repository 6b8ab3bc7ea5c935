import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '../../src/domain/text/utf8-length.ts';

describe('bytes of a text in UTF-8', () => {
  it.each([
    ['nothing', '', 0],
    ['the last character of one byte', '\u007f', 1],
    ['the first of two', '\u0080', 2],
    ['the last of two', '\u07ff', 2],
    ['the first of three', '\u0800', 3],
    ['the last before the surrogates', '\ud7ff', 3],
    ['the first after the surrogates', '\ue000', 3],
    ['the first of four', '\ud800\udc00', 4],
    ['the last of four', '\udbff\udfff', 4],
    ['a pair between letters', 'a😀b', 6],
  ])('%s', (_what, text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  it.each([
    ['a first half alone', '\ud800', 3],
    ['a second half alone', '\udfff', 3],
    ['two first halves', '\ud800\ud800', 6],
    ['two second halves', '\udc00\udc00', 6],
    ['halves in the wrong order', '\udc00\ud800', 6],
    ['a first half before what comes after the surrogates', '\udbff\ue000', 6],
    ['a second half after what comes before the surrogates', '\ud7ff\udc00', 6],
    ['a second half after what comes after the surrogates', '\ue000\udc00', 6],
  ])('count a half of a pair as the replacement character: %s', (_what, text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  it('are those an encoder writes', () => {
    const unit = fc.constantFrom('a', '\x80', '\u07ff', '\u0800', '\ud800', '\udbff', '\udc00', '\udfff', '\ue000');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        const text = units.join('');
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns: 2000 },
    );
  });
});
