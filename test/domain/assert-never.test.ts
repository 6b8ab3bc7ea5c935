import { expect, it } from 'vitest';
import { assertNever } from '../../src/domain/assert-never.ts';

it('a value that no type allows is named where it is met', () => {
  const stored: readonly never[] = JSON.parse('[{"kind":"unheard-of"}]');
  expect(() => stored.map((value) => assertNever(value))).toThrow('Unreachable alternative: {"kind":"unheard-of"}');
});
