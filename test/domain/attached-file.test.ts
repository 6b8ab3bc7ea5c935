import { describe, expect, it } from 'vitest';
import { fileWords, MAX_FILE_BYTES, whyNotRead } from '../../src/domain/attached-file.ts';

const UNREAD = 'of a kind that is not read';

describe('a file put beside words', () => {
  it.each([
    ['image/png', null],
    ['image/jpeg', null],
    ['image/gif', null],
    ['image/webp', null],
    ['application/pdf', null],
    ['application/json', null],
    ['text/plain', null],
    ['text/csv', null],
    ['image/svg+xml', UNREAD],
    ['application/zip', UNREAD],
    ['application/x-text/', UNREAD],
    ['context/plain', UNREAD],
    ['', UNREAD],
  ])('is read by what it says it is: %s', (mimeType, why) => {
    expect(whyNotRead({ mimeType, size: 1 })).toBe(why);
  });

  it.each([
    ['image/png', MAX_FILE_BYTES, null],
    ['image/png', MAX_FILE_BYTES + 1, 'larger than 5 MB'],
    ['text/plain', MAX_FILE_BYTES + 1, 'larger than 5 MB'],
    ['application/zip', MAX_FILE_BYTES + 1, UNREAD],
  ])('is read up to the bound, which is itself allowed: %s of %i bytes', (mimeType, size, why) => {
    expect(whyNotRead({ mimeType, size })).toBe(why);
  });

  it('is named in a transcript with its kind and size', () => {
    const file = { team: 'T1', id: 'F1', name: 'plan.pdf', mimeType: 'application/pdf', size: 1_234 };
    expect(fileWords(file)).toBe('Attached file: plan.pdf (application/pdf, 1234 bytes)');
  });
});
