import { describe, expect, it } from 'vitest';
import { clipText } from '../../../src/turn/batch/clip-text.ts';

describe('a text that is too long', () => {
  it.each([
    ['keeps as many units of its head as of its tail', 'abcdefghij', 4, 'ab\n[… 6 characters left out …]\nij'],
    ['keeps no more than the limit where that is odd', 'abcdefghij', 5, 'ab\n[… 6 characters left out …]\nij'],
    ['is named alone where nothing of it may stay', 'abcdefghij', 0, '\n[… 10 characters left out …]\n'],
  ])('%s', (_, text, limit, clipped) => {
    expect(clipText(text, limit)).toBe(clipped);
  });

  it('stands as it is when it just fits', () => {
    expect(clipText('abcd', 4)).toBe('abcd');
  });
});

/** The first and the last of each kind of half, put together to one character. */
const firstPair = '\ud800\udc00';
const lastPair = '\udbff\udfff';

describe('a cut in the middle of a character of two units', () => {
  it.each([
    ['the first such character', firstPair],
    ['the last such character', lastPair],
  ])('leaves the whole character out of head and tail (%s)', (_, pair) => {
    expect(clipText(`a${pair}bcde${pair}f`, 4)).toBe('a\n[… 8 characters left out …]\nf');
  });

  it.each([
    ['the first such character', firstPair],
    ['the last such character', lastPair],
  ])('is not seen where the cut is beside it (%s)', (_, pair) => {
    expect(clipText(`${pair}abcd${pair}`, 4)).toBe(`${pair}\n[… 4 characters left out …]\n${pair}`);
  });

  it('is not seen in a character of one unit, however high its number', () => {
    expect(clipText('a\uffeebcde\uffeef', 4)).toBe('a\uffee\n[… 4 characters left out …]\n\uffeef');
  });
});
