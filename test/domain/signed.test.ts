import { expect, it } from 'vitest';
import { signedBytes } from '../../src/domain/signed.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('writes the tag and each field as a big-endian length and its UTF-8', () => {
  expect(hex(signedBytes('t', ['é', 'ab']))).toBe(['00000001', '74', '00000002', 'c3a9', '00000002', '6162'].join(''));
});

it('writes an absent field as a length that no text has, and an empty one as no bytes', () => {
  expect(hex(signedBytes('', [null, '', 'null']))).toBe('00000000ffffffff00000000000000046e756c6c');
});

it('counts bytes, not characters', () => {
  expect(hex(signedBytes('', ['😀']))).toBe('0000000000000004f09f9880');
});
