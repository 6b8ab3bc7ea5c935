import { expect, it } from 'vitest';
import { type EffectKind, mayRepeat } from '../../src/domain/effect.ts';

it.each<[EffectKind, boolean]>([
  ['read', true],
  ['idempotent', true],
  ['keyed', true],
  ['reconcilable', false],
  ['once', false],
])('a call that may already have run is run again only where that harms nobody: %s', (effect, repeated) => {
  expect(mayRepeat(effect)).toBe(repeated);
});
